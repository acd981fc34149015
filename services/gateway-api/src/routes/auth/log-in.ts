import { LogIn, wordsIn } from "@sanu/contracts";
import { z } from "zod";
import { Email, GivenPassword } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";
import { openStep } from "./open-step.ts";
import { tokenBody, tokenResponse } from "./token-response.ts";

export const logIn = defineRoute({
  operationId: "logIn",
  ...openStep("/auth/login", {
    action: "log-in",
    subject: ["email"],
    clearsLoginFailures: true,
  }),
  summary: "Log in",
  input: { body: z.object({ email: Email, password: GivenPassword }) },
  success: { description: "A bearer token", body: tokenBody },
  problems: LogIn.refusals,
  async handler({ client, body: { email, password }, language, source }) {
    const result = await client.request(LogIn, { email, password, source });
    if (result.kind !== "replied") return result;
    return tokenResponse(language, wordsIn(language).account.loggedIn, result.data);
  },
});
