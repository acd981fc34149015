import { LogIn } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { Email, GivenPassword } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { LogInAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";
import { tokenData } from "./token-data.ts";

const LogInBody = z.object({ email: Email, password: GivenPassword });

/** POST auth/login: a bearer token of 60 minutes for an address and its password. */
export function logIn(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/login",
    schema: describeRoute(
      { body: LogInBody },
      {
        operationId: "logIn",
        tag: "accounts",
        summary: "Log in",
        success: { status: 200, description: "A bearer token", schema: LogInAnswer },
        problems: LogIn.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const result = await identity.logIn({ email, password }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const message = accountMessages.loggedIn[languageOf(request)];
      return { success: true, message, data: tokenData(result.data) };
    },
  });
}
