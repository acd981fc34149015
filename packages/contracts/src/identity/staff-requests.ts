import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { proposalRequestsOf } from "../proposals.ts";
import { requestsOf } from "../request.ts";
import { adminMoney, staffLook } from "../staff-use.ts";
import { InstantText, idOf, XofText } from "../texts.ts";
import { AccountRole, AccountStatus, CountryCode, KYC_TIER_HIGHEST, KycStatus } from "./enums.ts";
import { pageOf, pageRequest } from "./page.ts";
import { AdminActionView, StaffUserDetailView, StaffUserView } from "./staff-views.ts";
import { KycTierView } from "./views.ts";

const request = requestsOf("identity");
const accountId = idOf<AccountId>();

/** A page of the users, the newest first. `search` is part of a name, address, handle or number, or an id. */
export const ListUsers = request("list-users", {
  staff: staffLook,
  request: z.object({
    ...pageRequest,
    search: z.string().nullable(),
    role: AccountRole.nullable(),
    status: AccountStatus.nullable(),
    kycStatus: KycStatus.nullable(),
    kycTier: z.int().min(0).max(3).nullable(),
    country: CountryCode.nullable(),
  }),
  reply: pageOf(StaffUserView),
  refusals: ["validation-failed"],
});

/** Suspends at once, by one person, because it only protects. */
export const SuspendUser = request("suspend-user", {
  staff: adminMoney,
  request: z.object({ by: accountId, accountId, reason: z.string() }),
  reply: z.object({ user: StaffUserDetailView }),
  refusals: ["not-found", "forbidden", "user-not-verified"],
});

/** What of an account takes two people, in the words in which an approver reads it; what is not named stays. */
export const UserChange = z.strictObject({
  operation: z.literal("change-user"),
  account_id: accountId,
  role: AccountRole.optional(),
  /** Lifts a suspension. */
  active: z.literal(true).optional(),
  tier: z.int().min(0).max(3).optional(),
});
export type UserChange = z.infer<typeof UserChange>;

export const TierLimitChange = z.strictObject({
  operation: z.literal("change-tier-limit"),
  tier: z.int().min(0).max(3),
  /** Whole XOF. */
  monthly_limit: z.int().min(0),
});
export const TierLimitAsOf = z.object({ monthly_limit: XofText.nullable() });
export type TierLimitChange = z.infer<typeof TierLimitChange>;

/** The highest tier takes two reviewers. */
export const KycApproval = z.strictObject({
  operation: z.literal("approve-kyc"),
  submission_id: idOf<string>(),
  tier: z.literal(KYC_TIER_HIGHEST),
});
export const KycApprovalAsOf = z.object({ tier: z.int() });
export type KycApproval = z.infer<typeof KycApproval>;

/** A key that shows people counts once another person has read what it opens. */
export const ApiKeyOpening = z.strictObject({
  operation: z.literal("open-api-key"),
  key_id: idOf<string>(),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  /** Of a key that opens orders. */
  requests_per_minute: z.int().optional(),
  open_transactions_max: z.int().optional(),
  monthly_limit: z.int().optional(),
  /** The key that it replaces, which ends so many hours behind the approval. */
  replaces: z.object({ key_id: idOf<string>(), overlap_hours: z.int() }).nullable(),
});
export type ApiKeyOpening = z.infer<typeof ApiKeyOpening>;

/** Other limits of a key; what is not named stays. */
export const ApiKeyChange = z.strictObject({
  operation: z.literal("change-api-key"),
  key_id: idOf<string>(),
  requests_per_minute: z.int().optional(),
  open_transactions_max: z.int().optional(),
  /** Whole XOF. */
  monthly_limit: z.int().optional(),
});
export const ApiKeyLimits = z.object({
  requests_per_minute: z.int(),
  open_transactions_max: z.int().nullable(),
  monthly_limit: z.int().nullable(),
});
export type ApiKeyLimits = z.infer<typeof ApiKeyLimits>;
export type ApiKeyChange = z.infer<typeof ApiKeyChange>;

/** Deletes everything about a person, once nothing of hers is open. */
export const UserErasure = z.strictObject({
  operation: z.literal("erase-user"),
  account_id: accountId,
});
export type UserErasure = z.infer<typeof UserErasure>;

export const IdentityChange = z.discriminatedUnion("operation", [
  UserChange,
  TierLimitChange,
  KycApproval,
  ApiKeyOpening,
  ApiKeyChange,
  UserErasure,
]);
export type IdentityChange = z.infer<typeof IdentityChange>;

export const identityProposals = proposalRequestsOf("identity", IdentityChange, {
  access: "staff",
  operations: [
    "change-user",
    "change-tier-limit",
    "approve-kyc",
    "open-api-key",
    "change-api-key",
    "erase-user",
  ],
});

export const ListKycTiers = request("list-kyc-tiers", {
  request: z.object({}),
  reply: z.object({ tiers: z.array(KycTierView) }),
});

export const GetUser = request("get-user", {
  staff: staffLook,
  request: z.object({ accountId }),
  reply: z.object({ user: StaffUserDetailView }),
  refusals: ["not-found"],
});

/** What an account was sent, and what the staff did about it, in a span of time: kinds and moments, no words. */
export const GetAccountTrail = request("get-account-trail", {
  staff: { access: "admins", act: "look" },
  request: z.object({ accountId, from: InstantText, to: InstantText }),
  reply: z.object({
    mails: z.array(
      z.object({ kind: z.string(), queued_at: z.string(), sent_at: z.string().nullable() }),
    ),
    acts: z.array(AdminActionView.pick({ what: true, by: true, at: true })),
  }),
});

/** Who of these people is of the staff now, and since when; not who is suspended, closed or unknown. */
export const FindStaff = request("find-staff", {
  request: z.object({ accountIds: z.array(accountId).min(1).max(16) }),
  reply: z.object({
    staff: z.array(
      z.object({
        accountId,
        roles: z.array(AccountRole),
        since: InstantText,
        /** Nobody else is an admin, not even a suspended one, whom she may have suspended. */
        isOnlyAdmin: z.boolean().default(false),
      }),
    ),
  }),
});

export const staffRequests = [
  FindStaff,
  ListUsers,
  GetUser,
  GetAccountTrail,
  SuspendUser,
  ListKycTiers,
  ...Object.values(identityProposals),
] as const;
