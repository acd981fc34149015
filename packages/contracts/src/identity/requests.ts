import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { Language } from "../language.ts";
import { defineRequest } from "../request.ts";
import { idOf } from "../texts.ts";
import { UserView } from "./views.ts";
import { CountryCode } from "./words.ts";

const service = "identity";
const accountId = idOf<AccountId>();

/** Opens a pending registration and sends its code by e-mail. */
export const Register = defineRequest({
  service,
  name: "register",
  request: z.object({
    name: z.string(),
    email: z.string(),
    password: z.string(),
    whatsapp: z.string().nullable(),
    country: CountryCode,
    language: Language,
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed", "too-many-requests"],
});

/** Activates the account with the code of the registration. */
export const VerifyOtp = defineRequest({
  service,
  name: "verify-otp",
  request: z.object({
    userId: accountId.nullable(),
    email: z.string().nullable(),
    code: z.string(),
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed"],
});

/** Checks the password and issues a bearer token of 60 minutes. */
export const LogIn = defineRequest({
  service,
  name: "log-in",
  request: z.object({ email: z.string(), password: z.string() }),
  reply: z.object({ token: z.string(), expiresInSeconds: z.int(), user: UserView }),
  refusals: [
    "invalid-credentials",
    "account-not-verified",
    "account-deactivated",
    "too-many-requests",
  ],
});

export const GetMe = defineRequest({
  service,
  name: "get-me",
  request: z.object({ accountId }),
  reply: z.object({ user: UserView }),
  refusals: ["not-found"],
});

/** Resolves the staging header: is this a verified, active account, and with which roles? */
export const FindPrincipal = defineRequest({
  service,
  name: "find-principal",
  request: z.object({ accountId }),
  reply: z.object({
    principal: z.object({ accountId, roles: z.array(z.string()) }).nullable(),
  }),
});

/** The public keys that verify tokens, as a JSON Web Key Set (RFC 7517). */
export const GetSigningKeys = defineRequest({
  service,
  name: "get-signing-keys",
  request: z.object({}),
  reply: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
});

export const identityRequests = [
  Register,
  VerifyOtp,
  LogIn,
  GetMe,
  FindPrincipal,
  GetSigningKeys,
] as const;
