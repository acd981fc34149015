import { ResetPassword } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { Email, MailedCode, NewPassword, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MessageAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

const ResetPasswordBody = z
  .object({
    email: Email,
    token: MailedCode,
    password: NewPassword,
    password_confirmation: requiredText(fieldLimits.passwordLettersMax),
  })
  // Also when other fields are broken, so that all of them are told at once.
  .refine((body) => body.password_confirmation === body.password, {
    path: ["password_confirmation"],
    when: ({ value }) => hasConfirmation(value),
  });

/** One that is missing is told as missing, and not as different too. */
function hasConfirmation(body: unknown): boolean {
  return typeof body === "object" && body !== null && "password_confirmation" in body;
}

/** POST auth/password/reset: a new password, with the code of the e-mail. */
export function resetPassword(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/password/reset",
    schema: describeRoute(
      { body: ResetPasswordBody },
      {
        operationId: "resetPassword",
        tag: "accounts",
        summary: "Set a new password; every token of the account is refused from then on",
        success: { status: 200, description: "The password is changed", schema: MessageAnswer },
        problems: ResetPassword.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { email, token: code, password } = request.body;
      const result = await identity.resetPassword({ email, code, password }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, message: accountMessages.passwordReset[languageOf(request)] };
    },
  });
}
