import { RefreshToken } from "@sanu/contracts";
import type { IdentityClient } from "../../clients/identity.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { LogInAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse, sendProblem } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";
import { tokenData } from "./token-data.ts";

/** POST auth/refresh: a new token of 60 minutes in the place of the presented one. */
export function refreshToken(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/refresh",
    schema: describeRoute(
      {},
      {
        operationId: "refreshToken",
        tag: "accounts",
        summary: "Replace the bearer token; repeated, it gives the same new one again",
        success: { status: 200, description: "A new bearer token", schema: LogInAnswer },
        problems: RefreshToken.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId, token } = principalOf(request);
      // Who comes by the staging header has no token that could be replaced.
      if (token === null) return sendProblem(reply, { code: "unauthenticated" });
      const result = await identity.refreshToken({ accountId, ...token }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const message = accountMessages.refreshed[languageOf(request)];
      return { success: true, message, data: tokenData(result.data) };
    },
  });
}
