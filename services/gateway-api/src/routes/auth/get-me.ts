import type { IdentityClient } from "../../clients/identity.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { UserAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** GET auth/me: the account of the token. */
export function getMe(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "GET",
    url: "/auth/me",
    schema: describeRoute(
      {},
      {
        operationId: "getMe",
        tag: "accounts",
        summary: "The account of the bearer token",
        success: { status: 200, description: "The account", schema: UserAnswer },
        problems: ["not-found"],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await identity.getMe({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { user: result.data.user } };
    },
  });
}
