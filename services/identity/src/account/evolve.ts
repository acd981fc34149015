import { unreachable } from "@sanu/kernel";
import type { AccountEvent } from "./events.ts";
import {
  type Account,
  type ErasedAccount,
  EVERYBODYS_ROLE,
  type KnownAccount,
  KYC_TIER_OF_EMAIL,
  STAFF_ROLES,
  type VerifiedStatus,
} from "./state.ts";

export function evolve(state: Account, event: AccountEvent): Account {
  if (event.type === "AccountRegistered") return registered(event);
  // The log begins with the registration; nothing else can come first.
  if (state.status === "unregistered" || state.status === "erased") return state;
  if (event.type === "AccountErased") return erased(event);
  return changed(state, event);
}

function erased(event: Extract<AccountEvent, { type: "AccountErased" }>): ErasedAccount {
  const { accountId, erasureId, sealed } = event;
  return { status: "erased", accountId, erasureId, sealed };
}

function registered(event: Extract<AccountEvent, { type: "AccountRegistered" }>): KnownAccount {
  return {
    status: "pending",
    accountId: event.accountId,
    country: event.country,
    roles: [EVERYBODYS_ROLE],
    kycTier: KYC_TIER_OF_EMAIL,
    kyc: { status: "NONE" },
  };
}

function changed(
  state: KnownAccount,
  event: Exclude<AccountEvent, { type: "AccountRegistered" | "AccountErased" }>,
): KnownAccount {
  switch (event.type) {
    case "AccountActivated":
      return { ...state, status: "active", kycTier: event.kycTier };
    case "AccountDeactivated":
      return { ...state, status: "deactivated" };
    case "AccountReactivated":
      return { ...state, status: "active" };
    case "AccountSuspended":
      return suspended(state, event);
    case "SuspensionLifted":
      return lifted(state);
    case "CountryChanged":
      return { ...state, country: event.country };
    case "RolesChanged":
      return withRoles(state, event);
    case "KycTierChanged":
      return { ...state, kycTier: event.kycTier };
    case "KycSubmitted":
      return { ...state, kyc: { status: "PENDING", submissionId: event.submissionId } };
    case "KycApproved":
      return { ...state, kyc: { status: "APPROVED", submissionId: event.submissionId } };
    case "KycRejected":
      return { ...state, kyc: { status: "REJECTED", submissionId: event.submissionId } };
    case "OrderingKeyChanged":
      return withOrderingKey(state, event);
    case "ErasureRequested":
      return { ...state, erasure: { erasureId: event.erasureId } };
    case "ErasureRefused":
      return { ...state, erasure: { erasureId: event.erasureId, refusedFor: event.open } };
    case "KycDocumentOpened":
    case "PasswordReset":
      return state;
    default:
      return unreachable(event);
  }
}

/** Another role of the staff begins anew: who is one of them for long is no admin for long. */
function withRoles(
  { staffSince, ...state }: KnownAccount,
  { roles, at }: Extract<AccountEvent, { type: "RolesChanged" }>,
): KnownAccount {
  const ofStaff = roles.filter((role) => STAFF_ROLES.includes(role));
  if (ofStaff.length === 0) return { ...state, roles };
  const isNew = ofStaff.some((role) => !state.roles.includes(role));
  return { ...state, roles, staffSince: isNew ? at : (staffSince ?? at) };
}

function withOrderingKey(
  { orderingKeys, ...state }: KnownAccount,
  event: Extract<AccountEvent, { type: "OrderingKeyChanged" }>,
): KnownAccount {
  const { keyId, openTransactionsMax, monthlyLimitXof, endsAt } = event;
  const key = { keyId, openTransactionsMax, monthlyLimitXof, endsAt };
  return { ...state, orderingKeys: { ...orderingKeys, [keyId]: key } };
}

function suspended(
  state: KnownAccount,
  { reasonId, by }: Extract<AccountEvent, { type: "AccountSuspended" }>,
): KnownAccount {
  const statusBeforeSuspension = state.statusBeforeSuspension ?? verifiedStatusOf(state);
  return { ...state, status: "suspended", statusBeforeSuspension, suspension: { reasonId, by } };
}

/** Also what was before the suspension is over then. */
function lifted({ statusBeforeSuspension, suspension: _over, ...state }: KnownAccount) {
  return { ...state, status: statusBeforeSuspension ?? "active" } as const;
}

function verifiedStatusOf({ status }: KnownAccount): VerifiedStatus {
  return status === "deactivated" ? "deactivated" : "active";
}
