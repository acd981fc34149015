import { z } from "zod";
import { Email } from "../../fields/fields.ts";
import { defineCodeRoute } from "./define-code-route.ts";

export const reactivate = defineCodeRoute({
  operationId: "reactivate",
  url: "/auth/reactivate",
  throttle: { action: "reactivate", subject: ["email"] },
  reason: "reactivate",
  summary: "Send a code to a deactivated account; `verify-otp` opens it again",
  body: z.object({ email: Email }),
});
