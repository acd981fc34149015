import type { CountryCode, Language } from "@sanu/contracts";
import { type AccountId, type Instant, newId, plusMs } from "@sanu/kernel";
import type { Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { queueMail } from "../mail/mail-queue.ts";
import { hmacOfCode, newOtpCode } from "../otp/otp-code.ts";
import { otpLimits } from "../otp/otp-limits.ts";

/** A registration as it is stored beside its event: everything about the person. */
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

/** Everything of a registration that commits with its event: contact, password, code and the mail with it. */
export function registrationWrites(
  registration: Registration,
  otpPepper: Secret,
): readonly Statement[] {
  const { accountId, name, email, whatsapp, tag, language, passwordHash, at } = registration;
  const code = newOtpCode();
  const expiresAt = plusMs(at, otpLimits.lifeMs);
  return [
    assertMayRegister(email, at),
    CompiledQuery.raw(
      `insert into account_contacts (account_id, name, email, whatsapp, tag, language, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, name, email, whatsapp, tag, language, at],
    ),
    CompiledQuery.raw(
      "insert into credentials (account_id, password_hash, changed_at) values ($1, $2, $3)",
      [accountId, passwordHash, at],
    ),
    CompiledQuery.raw(
      `insert into otps (otp_id, account_id, purpose, code_hmac, created_at, expires_at)
       values ($1, $2, 'activate', $3, $4, $5)`,
      [
        newId(),
        accountId,
        hmacOfCode(otpPepper, { accountId, purpose: "activate" }, code),
        at,
        expiresAt,
      ],
    ),
    queueMail({
      mailId: newId(),
      accountId,
      kind: "activation-code",
      code,
      createdAt: at,
      usefulUntil: expiresAt,
    }),
  ];
}
