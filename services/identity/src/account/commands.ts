import type { AccountRole, CountryCode, OpenBusiness, SealedView } from "@sanu/contracts";
import type { AccountId, Instant, Xof } from "@sanu/kernel";

export interface RegisterAccount {
  readonly kind: "register";
  readonly accountId: AccountId;
  readonly country: CountryCode;
  readonly at: Instant;
}

export interface ActivateAccount {
  readonly kind: "activate";
  readonly at: Instant;
}

export interface DeactivateAccount {
  readonly kind: "deactivate";
  readonly at: Instant;
}

/** The person proved the address again, to open a closed account. */
export interface ReactivateAccount {
  readonly kind: "reactivate";
  readonly at: Instant;
}

export interface ResetPassword {
  readonly kind: "reset-password";
  readonly at: Instant;
}

export interface ChangeCountry {
  readonly kind: "change-country";
  readonly country: CountryCode;
  readonly at: Instant;
}

/** Who of the staff decided, and why: the text of the reason stands in a table that can be erased. */
export interface AdminAction {
  readonly by: AccountId;
  readonly reasonId: string;
  readonly at: Instant;
}

export interface SuspendAccount extends AdminAction {
  readonly kind: "suspend";
}

export interface LiftSuspension extends AdminAction {
  readonly kind: "lift-suspension";
}

/** The roles that the account has from now on; `user` is always among them. */
export interface ChangeRoles extends AdminAction {
  readonly kind: "change-roles";
  readonly roles: readonly AccountRole[];
}

export interface ChangeKycTier extends AdminAction {
  readonly kind: "change-kyc-tier";
  readonly kycTier: number;
}

/** What a service may order by a key, and until when; the account has and orders it, whatever key is shown. */
export interface OrderingKey {
  readonly keyId: string;
  readonly openTransactionsMax: number;
  readonly monthlyLimitXof: Xof;
  readonly endsAt: Instant;
}

/** Keys of this account that allow this from now on. */
export interface ChangeOrderingKeys extends AdminAction {
  readonly kind: "change-ordering-keys";
  readonly keys: readonly OrderingKey[];
}

/** Several decisions of the staff at once; what stays as it is may be missing. */
export interface ChangeAccess extends AdminAction {
  readonly kind: "change-access";
  readonly roles?: readonly AccountRole[];
  readonly isSuspended?: boolean;
  readonly kycTier?: number;
  /** Only as long as what it changes stands so. */
  readonly asOf?: AccessAsOf;
}

/** What a change of access speaks of: the roles, the tier, the suspension that it lifts. */
export type AccessAsOf = Readonly<Record<string, unknown>>;

/** The person handed in documents, all of which are there. */
export interface SubmitKyc {
  readonly kind: "submit-kyc";
  readonly submissionId: string;
  readonly at: Instant;
}

/** The documents prove who the person is; the account gets the tier unless it has a higher one. */
export interface ApproveKyc extends AdminAction {
  readonly kind: "approve-kyc";
  readonly submissionId: string;
  /** The document, named the same for every account. */
  readonly documentHmac: string;
  readonly kycTier: number;
  /** Only as long as she has this tier. */
  readonly asOfTier?: number;
}

export interface RejectKyc extends AdminAction {
  readonly kind: "reject-kyc";
  readonly submissionId: string;
}

export interface OpenKycDocument {
  readonly kind: "open-kyc-document";
  readonly submissionId: string;
  readonly documentId: string;
  readonly by: AccountId;
  readonly at: Instant;
}

/** Somebody wants everything about the person deleted: she herself, or who works at the shell of the system. */
export interface RequestErasure {
  readonly kind: "request-erasure";
  readonly erasureId: string;
  readonly by: AccountId;
  readonly at: Instant;
}

/** Nothing of the account is open any more, and nothing can be opened: the person is deleted now. */
export interface EraseAccount {
  readonly kind: "erase";
  readonly erasureId: string;
  /** What the law obliges to keep of her. */
  readonly sealed?: SealedView | undefined;
  readonly at: Instant;
}

/** Something of the account is still open, so its person stays. */
export interface RefuseErasure {
  readonly kind: "refuse-erasure";
  readonly erasureId: string;
  readonly open: readonly OpenBusiness[];
  readonly at: Instant;
}

export type AccountCommand =
  | RegisterAccount
  | ActivateAccount
  | DeactivateAccount
  | ReactivateAccount
  | ResetPassword
  | ChangeCountry
  | SuspendAccount
  | LiftSuspension
  | ChangeRoles
  | ChangeKycTier
  | ChangeAccess
  | ChangeOrderingKeys
  | SubmitKyc
  | ApproveKyc
  | RejectKyc
  | OpenKycDocument
  | RequestErasure
  | EraseAccount
  | RefuseErasure;
