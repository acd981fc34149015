import { LogOut } from "@sanu/contracts";
import type { IdentityClient } from "../../clients/identity.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MessageAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

/** POST auth/logout: ends the session of the token. */
export function logOut(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/logout",
    schema: describeRoute(
      {},
      {
        operationId: "logOut",
        tag: "accounts",
        summary: "End the session of the bearer token",
        success: { status: 200, description: "The token is refused", schema: MessageAnswer },
        problems: LogOut.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { token } = principalOf(request);
      // Who comes by the staging header has no session that could end.
      if (token !== null) {
        const result = await identity.logOut({ sessionId: token.sessionId }, callOf(request));
        if (result.kind !== "replied") return refuse(reply, result);
      }
      return { success: true, message: accountMessages.loggedOut[languageOf(request)] };
    },
  });
}
