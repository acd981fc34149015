import { DeactivateAccount } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { GivenPassword } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { VerifiedAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

const DeactivateBody = z.object({ password: GivenPassword });

/** POST auth/deactivate: closes the account of the token until its owner reactivates it. */
export function deactivate(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/deactivate",
    schema: describeRoute(
      { body: DeactivateBody },
      {
        operationId: "deactivate",
        tag: "accounts",
        summary: "Close the account; every token of it is refused from then on",
        success: { status: 200, description: "The account is closed", schema: VerifiedAnswer },
        problems: DeactivateAccount.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const { password } = request.body;
      const result = await identity.deactivate({ accountId, password }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const message = accountMessages.deactivated[languageOf(request)];
      return { success: true, message, data: { user: result.data.user } };
    },
  });
}
