import { CountryCode, UpdateMe } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { ClearablePhone, clearableText, Name } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { UserAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const UpdateMeBody = z.object({
  name: Name.optional(),
  whatsapp: ClearablePhone.optional(),
  country: CountryCode.optional(),
  address: clearableText(fieldLimits.addressLettersMax).optional(),
});

/** PATCH auth/me: changes the account of the token; what is not named stays as it is. */
export function updateMe(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "PATCH",
    url: "/auth/me",
    schema: describeRoute(
      { body: UpdateMeBody },
      {
        operationId: "updateMe",
        tag: "accounts",
        summary: "Change the account of the bearer token",
        success: { status: 200, description: "The account as it is now", schema: UserAnswer },
        problems: UpdateMe.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await identity.updateMe({ accountId, ...request.body }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: { user: result.data.user } };
    },
  });
}
