import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { Language } from "../language.ts";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";
import { accountRequests } from "./account-requests.ts";
import { AccountRole, CountryCode, ThrottledAction } from "./enums.ts";
import { EraseAccount } from "./erasure.ts";
import { kycRequests } from "./kyc-requests.ts";
import { sessionRequests } from "./session-requests.ts";
import { staffRequests } from "./staff-requests.ts";
import { UserView } from "./views.ts";
import { waitlistRequests } from "./waitlist-requests.ts";

const request = requestsOf("identity");
const accountId = idOf<AccountId>();

export const Register = request("register", {
  request: z.object({
    name: z.string(),
    email: z.string(),
    password: z.string(),
    whatsapp: z.string().nullable(),
    country: CountryCode,
    language: Language,
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed", "too-many-requests", "service-unavailable"],
});

export const VerifyOtp = request("verify-otp", {
  request: z.object({
    userId: accountId.nullable(),
    email: z.string().nullable(),
    code: z.string(),
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed"],
});

/** Checks the password and issues a bearer token of 60 minutes. */
export const LogIn = request("log-in", {
  request: z.object({ email: z.string(), password: z.string() }),
  reply: z.object({ token: z.string(), expiresInSeconds: z.int(), user: UserView }),
  refusals: [
    "invalid-credentials",
    "account-not-verified",
    "account-deactivated",
    "account-suspended",
    "too-many-requests",
    "service-unavailable",
  ],
});

export const GetMe = request("get-me", {
  request: z.object({ accountId }),
  reply: z.object({ user: UserView }),
  refusals: ["not-found"],
});

/** Resolves the staging header: is this a verified, active account, and with which roles? */
export const FindPrincipal = request("find-principal", {
  request: z.object({ accountId }),
  reply: z.object({
    principal: z.object({ accountId, roles: z.array(AccountRole) }).nullable(),
  }),
});

/** The public keys that verify tokens, as a JSON Web Key Set (RFC 7517). */
export const GetSigningKeys = request("get-signing-keys", {
  request: z.object({}),
  reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
});

/** Who acts: the client's address (IPv6 as its /64 network) and what the body names, an e-mail or an account. */
const actor = z.object({
  action: ThrottledAction,
  address: z.string(),
  subject: z.string().nullable(),
});

/**
 * Counts at everything that limits an action, before the action. All gateways share the counts. When one is
 * used up, `retryAfterSeconds` says how long, and what stands behind it in the list has not been touched.
 */
export const ConsumeQuota = request("consume-quota", {
  request: actor,
  reply: z.object({
    retryAfterSeconds: z.int().min(1).nullable(),
    limits: z.array(
      z.object({
        name: z.string(),
        quota: z.int(),
        windowSeconds: z.int(),
        remaining: z.int().min(0),
        resetSeconds: z.int().min(0),
      }),
    ),
  }),
});

/** The person proved who she is: failures of the action count no more, and her address is known from now on. */
export const ClearLoginFailures = request("clear-login-failures", {
  request: actor,
  reply: z.object({}),
});

export const identityRequests = [
  Register,
  VerifyOtp,
  LogIn,
  GetMe,
  FindPrincipal,
  GetSigningKeys,
  ConsumeQuota,
  ClearLoginFailures,
  ...waitlistRequests,
  ...accountRequests,
  EraseAccount,
  ...sessionRequests,
  ...kycRequests,
  ...staffRequests,
] as const;
