import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";
import { CountryCode } from "./enums.ts";
import { RequestSource } from "./source.ts";
import { UserView } from "./views.ts";

const request = requestsOf("identity");
const accountId = idOf<AccountId>();

/**
 * Asks for a code by mail: `regenerate` for whatever the account waits for, `reactivate` for a closed account,
 * `reset` for a new password. The answer never tells whether a mail will come, nor does its time: who asks too often for an
 * address is told so whether or not it has an account.
 */
export const RequestCode = request("request-code", {
  request: z.object({
    reason: z.enum(["regenerate", "reactivate", "reset"]),
    userId: accountId.nullable(),
    email: z.string().nullable(),
    source: RequestSource.optional(),
  }),
  reply: z.object({}),
  refusals: ["too-many-requests"],
});

export const ResetPassword = request("reset-password", {
  request: z.object({
    email: z.string(),
    code: z.string(),
    password: z.string(),
    source: RequestSource.optional(),
  }),
  reply: z.object({}),
  refusals: ["validation-failed", "service-unavailable"],
  isCostly: true,
});

/** Changes what the owner may change; a field that is not there stays as it is, null empties it. */
export const UpdateMe = request("update-me", {
  request: z.object({
    accountId,
    name: z.string().optional(),
    whatsapp: z.string().nullable().optional(),
    country: CountryCode.optional(),
    address: z.string().nullable().optional(),
  }),
  reply: z.object({ user: UserView }),
  refusals: ["validation-failed", "not-found"],
});

export const DeactivateAccount = request("deactivate-account", {
  request: z.object({ accountId, password: z.string() }),
  reply: z.object({ user: UserView }),
  refusals: [
    "validation-failed",
    "last-admin",
    "too-many-requests",
    "not-found",
    "service-unavailable",
  ],
  isCostly: true,
});

export const accountRequests = [RequestCode, ResetPassword, UpdateMe, DeactivateAccount] as const;
