import { z } from "zod";
import { Email } from "../../fields/fields.ts";
import { defineCodeRoute } from "./define-code-route.ts";

export const requestReset = defineCodeRoute({
  operationId: "requestReset",
  url: "/auth/password/reset-request",
  throttle: { action: "request-reset", subject: ["email"] },
  reason: "reset",
  summary: "Send a code for a new password",
  body: z.object({ email: Email }),
});
