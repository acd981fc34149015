import { Register } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import {
  Country,
  Email,
  Name,
  NewPassword,
  OptionalPhone,
  optionalText,
} from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { RegisterAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

const RegisterBody = z
  .object({
    name: Name,
    email: Email,
    password: NewPassword,
    password_confirmation: optionalText(fieldLimits.passwordLettersMax),
    whatsapp: OptionalPhone,
    country: Country,
  })
  // Also when other fields are broken, so that all of them are told at once.
  .refine((body) => [null, body.password].includes(body.password_confirmation), {
    path: ["password_confirmation"],
    when: () => true,
  });

/** POST auth/register: a pending account, and a code by e-mail. */
export function register(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/register",
    schema: describeRoute(
      { body: RegisterBody },
      {
        operationId: "register",
        tag: "accounts",
        summary: "Register; a one-time password is sent by e-mail",
        success: { status: 201, description: "A pending account", schema: RegisterAnswer },
        problems: Register.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { name, email, password, whatsapp, country } = request.body;
      const language = languageOf(request);
      const account = { name, email, password, whatsapp, country, language };
      const result = await identity.register(account, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { user } = result.data;
      const message = accountMessages.registered[language];
      return reply.code(201).send({ success: true, message, user_id: user.id, data: { user } });
    },
  });
}
