import type { CountryCode, Language } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { insertCodeRequest } from "../../credentials/otp/code-requests.ts";
import type { Source } from "../../credentials/throttle/source.ts";

export interface Registration {
  readonly accountId: AccountId;
  readonly name: string;
  /** Canonical. */
  readonly email: string;
  readonly whatsapp: string | null;
  readonly tag: string;
  readonly country: CountryCode;
  readonly language: Language;
  readonly passwordHash: string;
  readonly at: Instant;
}

export function personWrites(registration: Registration): readonly Statement[] {
  const { accountId, name, email, whatsapp, tag, language, passwordHash, at } = registration;
  return [
    CompiledQuery.raw(
      `insert into account_contacts (account_id, name, email, whatsapp, tag, language, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, name, email, whatsapp, tag, language, at],
    ),
    CompiledQuery.raw(
      "insert into credentials (account_id, password_hash, changed_at) values ($1, $2, $3)",
      [accountId, passwordHash, at],
    ),
  ];
}

/** Everything of a registration that commits with its event: contact, password, and that its code is wanted, as if it were asked for again. */
export function registrationWrites(
  registration: Registration,
  source: Source,
  isSourceKept: boolean,
): readonly Statement[] {
  const { accountId, at } = registration;
  const keepSource = CompiledQuery.raw(
    "update account_contacts set from_device = $2, from_network = $3 where account_id = $1",
    [accountId, source.device, source.network],
  );
  return [
    ...personWrites(registration),
    ...(isSourceKept ? [keepSource] : []),
    insertCodeRequest({ reason: "regenerate", accountId, email: null, source }, at),
  ];
}

export function activationWrites(accountId: AccountId, at: Instant): readonly Statement[] {
  return [
    CompiledQuery.raw("update account_contacts set verified_at = $2 where account_id = $1", [
      accountId,
      at,
    ]),
    CompiledQuery.raw(
      `delete from account_contacts where verified_at is null and account_id <> $1
       and email = (select email from account_contacts where account_id = $1)`,
      [accountId],
    ),
  ];
}
