import { z } from "zod";
import { AccountIdField, Email } from "../../fields/fields.ts";
import { besideOthers, someGivenOf } from "../../fields/said-rules.ts";
import { defineCodeRoute } from "./define-code-route.ts";

export const regenerateOtp = defineCodeRoute({
  operationId: "regenerateOtp",
  url: "/auth/regenerate-otp",
  throttle: { action: "regenerate-otp", subject: ["user_id", "email"] },
  reason: "regenerate",
  summary: "Send another one-time password; the answer does not tell whether there is an account",
  body: z
    .object({ user_id: AccountIdField.nullish(), email: Email.nullish() })
    .refine((body) => Boolean(body.user_id ?? body.email), { path: ["user_id"], ...besideOthers })
    .meta(someGivenOf("user_id", "email")),
});
