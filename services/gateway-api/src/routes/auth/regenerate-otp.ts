import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { AccountIdField, Email } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MessageAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { askForCode, codeRequestProblems } from "./ask-for-code.ts";

const RegenerateOtpBody = z
  .object({ user_id: AccountIdField.nullish(), email: Email.nullish() })
  .refine((body) => Boolean(body.user_id ?? body.email), { path: ["user_id"], when: () => true });

/** POST auth/regenerate-otp: another code for an account that waits for one. */
export function regenerateOtp(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/regenerate-otp",
    schema: describeRoute(
      { body: RegenerateOtpBody },
      {
        operationId: "regenerateOtp",
        tag: "accounts",
        summary:
          "Send another one-time password; the answer does not tell whether there is an account",
        success: { status: 200, description: "Always the same", schema: MessageAnswer },
        problems: codeRequestProblems,
      },
    ),
    handler: (request, reply) => {
      const { user_id: userId = null, email = null } = request.body;
      return askForCode(identity, { reason: "regenerate", userId, email }, { request, reply });
    },
  });
}
