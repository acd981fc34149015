import type { CountryCode, Language } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type IssueTerms, issueCode } from "../../credentials/otp/issue-code.ts";
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

/** Everything of a registration that commits with its event: contact, password, code and the mail with it. */
export function registrationWrites(
  registration: Registration,
  source: Source,
  terms: Omit<IssueTerms, "at">,
): readonly Statement[] {
  const { accountId, at } = registration;
  const keepSource = CompiledQuery.raw(
    "update account_contacts set from_device = $2, from_network = $3 where account_id = $1",
    [accountId, source.device, source.network],
  );
  return [
    ...personWrites(registration),
    ...(terms.isSourceKept ? [keepSource] : []),
    issueCode({ accountId, purpose: "activate" }, source, { ...terms, at }),
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
