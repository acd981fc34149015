import { setTimeout as wait } from "node:timers/promises";
import type { PublishingService } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Caller } from "./service-names.ts";
import type { FaultSystem } from "./system.ts";

const limits = { openWithinMs: 4_000, lookEveryMs: 5 } as const;

/** The services that react to the facts of others. */
export type Reacting = Exclude<PublishingService, "identity">;

/** An attempt that a process holds and of whose outcome its database knows nothing. */
export interface OpenAttempt {
  readonly kind: "collection" | "invoice" | "capture" | "refund" | "send" | "disbursement";
  /** How the sandbox knows the matter; null where nothing was fetched yet that could be sent. */
  readonly key: string | null;
  /** The worker that holds it: another one after every start of the process. */
  readonly owner: string;
}

const openText = {
  payments: `select kind, lease_owner as owner, case when kind in ('invoice', 'capture')
      then (select data->>'paymentHash' from events
        where stream_id = subject_id and event_type = 'InvoiceRequested')
      else attempt_id::text end as key
    from attempts where state = 'open' and lease_owner is not null`,
  // `lightning:<payment hash>`
  payouts: `select kind, lease_owner as owner,
      case when kind = 'send' then split_part(natural_key, ':', 2) else attempt_id::text end as key
    from attempts where state = 'open' and lease_owner is not null`,
} as const;

export function openAttempts(system: FaultSystem, caller: Caller): Promise<OpenAttempt[]> {
  return system.databases[caller].query<OpenAttempt>(CompiledQuery.raw(openText[caller]));
}

/** Whether the sandbox did what an attempt asked for, by the sandbox's own account. */
export function wasDone(
  { sandbox }: FaultSystem,
  { kind, key }: Pick<OpenAttempt, "kind" | "key">,
): boolean {
  if (key === null) return false;
  const { payments, holdBook, sends, disbursements } = sandbox;
  switch (kind) {
    case "collection":
      return payments.findByKey(key) !== undefined;
    case "invoice":
      return holdBook.find(key) !== undefined;
    case "capture":
      return holdBook.find(key)?.status === "captured";
    case "refund":
      return payments.findRefundByKey(key) !== undefined;
    case "send":
      return sends.find(key) !== undefined;
    case "disbursement":
      return disbursements.findByKey(key) !== undefined;
  }
}

/** How many facts a service has handled, by its own commits. */
export async function countHandled(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    CompiledQuery.raw("select count(*)::int as count from handled"),
  );
  return row?.count ?? 0;
}

/** The addresses to which a mail is committed and not yet marked as sent. */
export async function unsentMails({ databases }: FaultSystem): Promise<readonly string[]> {
  const rows = await databases.identity.query<{ email: string }>(
    CompiledQuery.raw(
      `select email from mails_to_send join account_contacts using (account_id)
       where sent_at is null and abandoned_at is null`,
    ),
  );
  return rows.map(({ email }) => email);
}

/** Whether a window opens soon, looking as often as the machine allows. */
export async function opens(isOpen: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + limits.openWithinMs;
  while (performance.now() < deadline) {
    if (await isOpen()) return true;
    await wait(limits.lookEveryMs);
  }
  return false;
}
