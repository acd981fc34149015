import { ResetPassword, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { Email, MailedCode, NewPassword, requiredText, rule } from "../../fields/fields.ts";
import { judgeNewPassword } from "../../fields/judge-account.ts";
import { fieldLimits } from "../../limits.ts";
import { messageBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { openStep } from "./open-step.ts";

const Body = z
  .object({
    email: Email,
    token: MailedCode,
    password: NewPassword,
    password_confirmation: requiredText(fieldLimits.passwordLettersMax).describe(
      "The same as `password`",
    ),
  })
  // Also when other fields are broken, so that all of them are named at once.
  .refine((body) => body.password_confirmation === body.password, {
    ...rule("other-password"),
    path: ["password_confirmation"],
    when: ({ value }) => hasConfirmation(value),
  });

/** One that is missing is named as missing, and not as different too. */
function hasConfirmation(body: unknown): boolean {
  return typeof body === "object" && body !== null && "password_confirmation" in body;
}

export const resetPassword = defineRoute({
  operationId: "resetPassword",
  ...openStep("/auth/password/reset", {
    action: "reset-password",
    subject: ["email"],
    clearsLoginFailures: true,
  }),
  summary: "Set a new password; every token of the account is refused from then on",
  input: { body: Body },
  success: { description: "The password is changed", body: messageBody },
  problems: ResetPassword.refusals,
  judge: judgeNewPassword,
  async handler({ client, body: { email, token: code, password }, language, source }) {
    const result = await client.request(ResetPassword, { email, code, password, source });
    if (result.kind !== "replied") return result;
    return { message: wordsIn(language).account.passwordReset };
  },
});
