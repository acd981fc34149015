import { EraseAccount } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { GivenPassword } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { ErasureAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";
import { accountMessages } from "./account-messages.ts";

const EraseBody = z.object({ password: GivenPassword });

/** POST auth/erase: deletes everything about the person of the token, for ever. */
export function erase(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/auth/erase",
    schema: describeRoute(
      { body: EraseBody },
      {
        operationId: "erase",
        tag: "accounts",
        summary: "Delete everything about you, for ever; refused while something of yours is open",
        success: {
          status: 200,
          description: "Deleted, and every token with it; `erased` is false while it is under way",
          schema: ErasureAnswer,
        },
        problems: EraseAccount.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const { password } = request.body;
      const result = await identity.erase({ accountId, password }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { isErased } = result.data;
      const messages = isErased ? accountMessages.erased : accountMessages.erasing;
      return { success: true, message: messages[languageOf(request)], data: { erased: isErased } };
    },
  });
}
