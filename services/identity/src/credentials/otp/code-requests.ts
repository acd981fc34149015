import type { RequestCode, RequestData } from "@sanu/contracts";
import { type AccountId, type Instant, newId, unreachable } from "@sanu/kernel";
import type { Session, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { OtpPurpose } from "../../database/otp-purpose.ts";
import type { AccountsTable } from "../../database/schema.ts";
import type { Source } from "../throttle/source.ts";

type Reason = RequestData<typeof RequestCode>["reason"];

/** Somebody wants a code, for an account by its id or by its address (canonical). */
export interface CodeRequest {
  readonly reason: Reason;
  readonly accountId: AccountId | null;
  readonly email: string | null;
  readonly source: Source;
}

export interface CodeTarget {
  readonly accountId: AccountId;
  readonly purpose: OtpPurpose;
}

/** With the address that the code goes to. */
export interface MailedTarget extends CodeTarget {
  readonly email: string;
}

/** What becomes of it, and whether it is too much, is decided behind the response, whose time must tell nothing. */
export function insertCodeRequest(
  { reason, accountId, email, source: { device, network } }: CodeRequest,
  at: Instant,
): Statement {
  return CompiledQuery.raw(
    `insert into code_requests
       (request_id, reason, account_id, email, created_at, from_device, from_network)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), reason, accountId, email, at, device, network],
  );
}

/** The oldest is found by a query of its own: within `in` Postgres may run it anew for each row, and whoever it then finds got no code. */
const dequeueText = `
with oldest as (
  select request_id from code_requests order by created_at limit 1 for update skip locked)
delete from code_requests where request_id in (select request_id from oldest)
returning reason, account_id as "accountId", email,
  json_build_object('device', from_device, 'network', from_network) as source`;

/** Deletes and returns the oldest request, in the transaction that fulfils it; `undefined` when there is none. */
export async function dequeueCodeRequest(session: Session): Promise<CodeRequest | undefined> {
  const [request] = await session.query<CodeRequest>(CompiledQuery.raw(dequeueText, []));
  return request;
}

/** The verified account of an address comes before its pending registrations, and of those the newest. */
const ownerText = `
select account_id as "accountId", status, account_contacts.email
from account_contacts join accounts using (account_id)
where account_id = $1 or email = $2
order by verified_at is null, created_at desc, account_id desc limit 1`;

/** Who a request is about; `undefined` for nobody, and for an account that has no use for such a code. */
export async function findCodeTarget(
  session: Session,
  { reason, accountId, email }: CodeRequest,
): Promise<MailedTarget | undefined> {
  const [owner] = await session.query<{
    accountId: AccountId;
    status: AccountsTable["status"];
    email: string;
  }>(CompiledQuery.raw(ownerText, [accountId, email]));
  const purpose = owner && purposeOf(reason, owner.status);
  return purpose && { accountId: owner.accountId, email: owner.email, purpose };
}

function purposeOf(reason: Reason, status: AccountsTable["status"]): OtpPurpose | undefined {
  switch (reason) {
    case "regenerate":
      if (status === "pending") return "activate";
      return status === "deactivated" ? "reactivate" : undefined;
    case "reactivate":
      return status === "deactivated" ? "reactivate" : undefined;
    case "reset":
      return status === "active" || status === "deactivated" ? "reset" : undefined;
    default:
      return unreachable(reason);
  }
}
