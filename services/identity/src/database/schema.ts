import type { AccountRole, CountryCode, Language, UserView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Generated } from "kysely";
import type { Account } from "../account/state.ts";
import type { MailKind } from "./mail-kind.ts";
import type { OtpPurpose } from "./otp-purpose.ts";

export interface AccountsTable {
  readonly account_id: AccountId;
  readonly status: Exclude<Account["status"], "unregistered">;
  readonly status_before_suspension: AccountsTable["status"] | null;
  readonly country: CountryCode;
  readonly roles: readonly AccountRole[];
  readonly kyc_status: UserView["kyc_status"];
  readonly kyc_tier: number;
  readonly registered_at: Instant;
  readonly activated_at: Instant | null;
}

/** Who the person is. Deleting the row erases the person, with everything that hangs on it. */
export interface AccountContactsTable {
  readonly account_id: AccountId;
  readonly name: string;
  /** Canonical: see `canonicalEmail`. */
  readonly email: string;
  readonly whatsapp: string | null;
  readonly address: string | null;
  readonly tag: string;
  readonly language: Language;
  readonly verified_at: Instant | null;
  readonly created_at: Instant;
  /** HMACs of who registered; null where nobody did, as of the first admin. */
  readonly from_device: Generated<string | null>;
  readonly from_network: Generated<string | null>;
}

export interface CredentialsTable {
  readonly account_id: AccountId;
  /** Argon2id in PHC form. */
  readonly password_hash: string;
  readonly changed_at: Instant;
}

export interface OtpsTable {
  readonly otp_id: string;
  readonly account_id: AccountId;
  readonly purpose: OtpPurpose;
  readonly code_hmac: Uint8Array;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly attempts: Generated<number>;
  readonly used_at: Generated<Instant | null>;
  /** HMACs of who asked for it. */
  readonly from_device: Generated<string | null>;
  readonly from_network: Generated<string | null>;
  readonly network_attempts: Generated<number>;
  readonly foreign_attempts: Generated<number>;
}

export interface MailsToSendTable {
  readonly mail_id: string;
  readonly account_id: AccountId;
  readonly kind: MailKind;
  /** Null as soon as the mail is sent or abandoned. */
  readonly code: string | null;
  readonly created_at: Instant;
  readonly useful_until: Instant;
  readonly next_attempt_at: Instant;
  readonly attempts: Generated<number>;
  readonly claimed_until: Generated<Instant | null>;
  readonly sent_at: Generated<Instant | null>;
  readonly abandoned_at: Generated<Instant | null>;
}

/** A login and everything that grew out of it by refreshing. */
export interface SessionsTable {
  readonly session_id: string;
  readonly account_id: AccountId;
  readonly roles: readonly AccountRole[];
  readonly started_at: Instant;
  /** However often it is refreshed, it is over then. */
  readonly ends_at: Instant;
  readonly ended_at: Instant | null;
  readonly end_reason: string | null;
}

/** A token of a session. The token itself is nowhere: it is signed from this row whenever it is wanted. */
export interface TokensTable {
  readonly token_id: string;
  readonly session_id: string;
  readonly replaces: string | null;
  readonly issued_at: Instant;
  readonly expires_at: Instant;
  readonly first_used_at: Generated<Instant | null>;
}

export interface GeneratedSecretsTable {
  readonly name: string;
  readonly value: string;
}

/** Somebody who waits to be let in; erased with the person of the address. */
export interface WaitlistTable {
  readonly entry_id: string;
  readonly command_id: string;
  /** Canonical: see `canonicalEmail`. */
  readonly email: string;
  readonly name: string | null;
  readonly whatsapp: string | null;
  readonly country: CountryCode | null;
  readonly language: Language;
  readonly joined_at: Instant;
}

export interface KycTiersTable {
  readonly kyc_tier: number;
  readonly monthly_limit_xof: bigint;
}

export interface IdentityTables {
  readonly accounts: AccountsTable;
  readonly account_contacts: AccountContactsTable;
  readonly credentials: CredentialsTable;
  readonly otps: OtpsTable;
  readonly mails_to_send: MailsToSendTable;
  readonly sessions: SessionsTable;
  readonly tokens: TokensTable;
  readonly generated_secrets: GeneratedSecretsTable;
  readonly waitlist: WaitlistTable;
  readonly kyc_tiers: KycTiersTable;
}
