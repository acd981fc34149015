import { VerifyOtp } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { AccountIdField, Email } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { VerifiedAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

const Code = z.string().regex(/^\d{6}$/);

const VerifyOtpBody = z
  .object({
    user_id: AccountIdField.nullish(),
    email: Email.nullish(),
    code: Code.nullish(),
    otp: Code.nullish().describe("Another name of `code`"),
  })
  // Also when other fields are broken, so that all of them are told at once.
  .refine((body) => Boolean(body.user_id ?? body.email), { path: ["user_id"], when: () => true })
  .refine((body) => Boolean(body.code ?? body.otp), { path: ["code"], when: () => true });

/** POST auth/verify-otp: the code from the e-mail activates the account. */
export function verifyOtp(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/verify-otp",
    schema: describeRoute(
      { body: VerifyOtpBody },
      {
        operationId: "verifyOtp",
        tag: "accounts",
        summary: "Activate an account with the one-time password",
        success: { status: 200, description: "The account is active", schema: VerifiedAnswer },
        problems: VerifyOtp.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { user_id: userId = null, email = null, code, otp } = request.body;
      const proof = { userId, email, code: code ?? otp ?? "" };
      const result = await identity.verifyOtp(proof, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const message = accountMessages.verified[languageOf(request)];
      return { success: true, message, data: { user: result.data.user } };
    },
  });
}
