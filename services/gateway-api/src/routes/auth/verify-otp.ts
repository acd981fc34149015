import { userIn, VerifyOtp, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, Email, mailedCodeShape } from "../../fields/fields.ts";
import { allRules, besideOthers, someGivenOf } from "../../fields/said-rules.ts";
import { messageAndUserBody } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { openStep } from "./open-step.ts";

const Code = z.string().regex(mailedCodeShape);

const Body = z
  .object({
    user_id: AccountIdField.nullish(),
    email: Email.nullish(),
    code: Code.nullish(),
    otp: Code.nullish().describe("Another name of `code`"),
  })
  .refine((body) => Boolean(body.user_id ?? body.email), { path: ["user_id"], ...besideOthers })
  .refine((body) => Boolean(body.code ?? body.otp), { path: ["code"], ...besideOthers })
  .meta(allRules(someGivenOf("user_id", "email"), someGivenOf("code", "otp")));

export const verifyOtp = defineRoute({
  operationId: "verifyOtp",
  ...openStep("/auth/verify-otp", { action: "verify-otp", subject: ["user_id", "email"] }),
  summary: "Activate an account with the one-time password",
  input: { body: Body },
  success: { description: "The account is active", body: messageAndUserBody },
  problems: VerifyOtp.refusals,
  async handler({ client, body, language, source }) {
    const { user_id: userId = null, email = null, code, otp } = body;
    const given = code ?? otp ?? "";
    const result = await client.request(VerifyOtp, { userId, email, code: given, source });
    if (result.kind !== "replied") return result;
    const { user } = result.data;
    return { message: wordsIn(language).account.verified, data: { user: userIn(language, user) } };
  },
});
