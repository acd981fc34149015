import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { adminMoney, staffLook } from "../staff-use.ts";
import { InstantText, idOf, XofText } from "../texts.ts";
import { AccountRole, AccountStatus, CountryCode, KycStatus } from "./enums.ts";
import { pageOf, pageRequest } from "./page.ts";
import { StaffUserDetailView, StaffUserView } from "./staff-views.ts";
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
  refusals: ["bad-request"],
});

/** Decides what an account may do from now on; null leaves as it is. All of it or nothing. */
export const ChangeUser = request("change-user", {
  staff: adminMoney,
  request: z.object({
    by: accountId,
    accountId,
    role: AccountRole.nullable(),
    isActive: z.boolean().nullable(),
    kycTier: z.int().min(0).max(3).nullable(),
    reason: z.string(),
  }),
  reply: z.object({ user: StaffUserDetailView }),
  refusals: ["not-found", "forbidden", "user-not-verified"],
});

export const ListKycTiers = request("list-kyc-tiers", {
  request: z.object({}),
  reply: z.object({ tiers: z.array(KycTierView) }),
});

export const ChangeKycTierLimit = request("change-kyc-tier-limit", {
  staff: adminMoney,
  request: z.object({
    by: accountId,
    kycTier: z.int().min(0).max(3),
    monthlyLimitXof: XofText,
    reason: z.string(),
  }),
  reply: z.object({ tiers: z.array(KycTierView) }),
  refusals: ["kyc-tiers-out-of-order"],
});

export const GetUser = request("get-user", {
  staff: staffLook,
  request: z.object({ accountId }),
  reply: z.object({ user: StaffUserDetailView }),
  refusals: ["not-found"],
});

/** Who of these people is of the staff now, and since when; not who is suspended, closed or unknown. */
export const FindStaff = request("find-staff", {
  request: z.object({ accountIds: z.array(accountId).min(1).max(16) }),
  reply: z.object({
    staff: z.array(z.object({ accountId, roles: z.array(AccountRole), since: InstantText })),
  }),
});

export const staffRequests = [
  FindStaff,
  ListUsers,
  GetUser,
  ChangeUser,
  ListKycTiers,
  ChangeKycTierLimit,
] as const;
