import type { AccountRole, CountryCode, OpenBusiness, SealedView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";

import type { OrderingKey } from "./commands.ts";

/**
 * An account, without any personal data:
 *
 *   unregistered ──register──▶ pending ──activate──▶ active ──deactivate──▶ deactivated
 *                                                      ▲                         │
 *                                                      └───────reactivate────────┘
 *
 *   active, deactivated ──suspend──▶ suspended ──lift-suspension──▶ what it was before
 *
 *   every one of them ──request-erasure──▶ the same, and once nothing of it is open ──erase──▶ erased
 *
 * A pending account is one registration of an e-mail address. Several of one address may be pending at
 * once; the one whose code is proved becomes active, and none of the others can any more.
 */
export type Account = { readonly status: "unregistered" } | KnownAccount | ErasedAccount;

/** Nobody's any more, for ever. */
export interface ErasedAccount {
  readonly status: "erased";
  readonly accountId: AccountId;
  readonly erasureId: string;
  readonly sealed: SealedView | undefined;
}

/** What is known of an account in every state but the first and the last. */
export interface KnownAccount {
  readonly status: "pending" | VerifiedStatus | "suspended";
  readonly accountId: AccountId;
  readonly country: CountryCode;
  readonly roles: readonly AccountRole[];
  /** Since when the account has its roles of the staff; absent where it has none. */
  readonly staffSince?: Instant;
  readonly kycTier: number;
  readonly kyc: Kyc;
  /** The erasure that was asked for last, and what was open when it was refused. */
  readonly erasure?: { readonly erasureId: string; readonly refusedFor?: readonly OpenBusiness[] };
  readonly statusBeforeSuspension?: VerifiedStatus;
  /** What a service may order by each of its keys, by their ids; absent where there was none. */
  readonly orderingKeys?: Readonly<Record<string, OrderingKey>>;
  /** The last one: each has a reason of its own, also where a second person suspends again. */
  readonly suspension?: { readonly reasonId: string; readonly by: AccountId };
}

/**
 * The documents that prove who the person is, apart from what the account may do:
 *
 *   NONE ──submit──▶ PENDING ──approve──▶ APPROVED ──submit──▶ PENDING …
 *                       └─────reject────▶ REJECTED ──submit──▶ PENDING …
 */
export type Kyc =
  | { readonly status: "NONE" }
  | { readonly status: "PENDING" | "APPROVED" | "REJECTED"; readonly submissionId: string };

/** The address is proved, and nobody but its owner decides what the account may do. */
export type VerifiedStatus = "active" | "deactivated";

export const unregistered: Account = { status: "unregistered" };

/** What an account that has proved its e-mail address, and nothing else, may do. */
export const KYC_TIER_OF_EMAIL = 0;

/** The roles with which somebody decides about others. */
export const STAFF_ROLES: readonly AccountRole[] = ["admin", "service_client"];

/** The role of everybody, which is never taken away. */
export const EVERYBODYS_ROLE: AccountRole = "user";
