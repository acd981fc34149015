import type { CountryCode, Language } from "@sanu/contracts";
import { type AccountId, type Instant, plusMs } from "@sanu/kernel";
import type { Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { issueCode } from "../../credentials/otp/issue-code.ts";
import { otpLimits } from "../../credentials/otp/otp-limits.ts";

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

/**
 * Refuses (constraint `account_contacts_verified_email` or `otps_per_address`) what may not be registered,
 * and holds back other registrations of the address until the commit.
 */
export function assertMayRegister(email: string, at: Instant): Statement {
  return CompiledQuery.raw("select assert_may_register($1, $2, $3)", [
    email,
    plusMs(at, -otpLimits.sentWindowMs),
    otpLimits.sentMax,
  ]);
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
  otpPepper: Secret,
): readonly Statement[] {
  const { accountId, email, at } = registration;
  return [
    assertMayRegister(email, at),
    ...personWrites(registration),
    issueCode({ accountId, purpose: "activate" }, otpPepper, at),
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
