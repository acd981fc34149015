import { Register, UserView, userIn, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { Country, Email, Name, NewPassword, OptionalPhone, rule } from "../../fields/fields.ts";
import { judgeRegistration } from "../../fields/judge-account.ts";
import { besideOthers } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";
import { openStep } from "./open-step.ts";

const Body = z
  .object({
    name: Name,
    email: Email,
    password: NewPassword,
    // An empty one was sent, and is another one.
    password_confirmation: z
      .string()
      .max(fieldLimits.passwordLettersMax)
      .nullish()
      .describe("The same as `password`"),
    whatsapp: OptionalPhone,
    country: Country,
  })
  .refine(
    ({ password, password_confirmation: repeated = null }) =>
      repeated === null || repeated === password,
    {
      ...rule("other-password"),
      path: ["password_confirmation"],
      ...besideOthers,
    },
  );

export const register = defineRoute({
  operationId: "register",
  ...openStep("/auth/register", { action: "register", subject: ["email"] }),
  summary: "Register; a one-time password is sent by e-mail",
  input: { body: Body },
  success: {
    status: 201,
    description: "A pending account",
    body: {
      message: z.string(),
      user_id: z.uuid(),
      data: z.object({ user: UserView }),
    },
  },
  problems: Register.refusals,
  judge: judgeRegistration,
  async handler({ client, body, language, source }) {
    const { name, email, password, whatsapp, country } = body;
    const account = { name, email, password, whatsapp, country, language, source };
    const result = await client.request(Register, account);
    if (result.kind !== "replied") return result;
    const { user } = result.data;
    const message = wordsIn(language).account.registered;
    return { message, user_id: user.id, data: { user: userIn(language, user) } };
  },
});
