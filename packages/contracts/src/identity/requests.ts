import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { Language } from "../language.ts";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";
import { AccountRole, CountryCode, ThrottledAction } from "./enums.ts";
import { RequestSource } from "./source.ts";
import { UserView } from "./views.ts";

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
    source: RequestSource.optional(),
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed", "too-many-requests", "service-unavailable"],
  isCostly: true,
});

export const VerifyOtp = request("verify-otp", {
  request: z.object({
    userId: accountId.nullable(),
    email: z.string().nullable(),
    /** Six digits, or the long one of the link in the mail. */
    code: z.string(),
    source: RequestSource.optional(),
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed"],
});

/** Checks the password and issues a bearer token of 60 minutes. */
export const LogIn = request("log-in", {
  request: z.object({
    email: z.string(),
    password: z.string(),
    source: RequestSource.optional(),
  }),
  reply: z.object({ token: z.string(), expiresInSeconds: z.int(), user: UserView }),
  refusals: [
    "invalid-credentials",
    "account-not-verified",
    "account-deactivated",
    "account-suspended",
    "service-unavailable",
  ],
  isCostly: true,
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
    principal: z
      .object({
        accountId,
        roles: z.array(AccountRole),
        country: CountryCode.nullable().default(null),
      })
      .nullable(),
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
  device: z.string().nullable().optional(),
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
    /** Of a login only. */
    isKnown: z.boolean().optional(),
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
  refusals: ["service-unavailable"],
});

/** The person proved who she is: failures of the action count no more, and her address and device are known from now on. */
export const ClearLoginFailures = request("clear-login-failures", {
  request: actor,
  reply: z.object({}),
});
