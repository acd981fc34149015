import { CountryCode, JoinWaitlist } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { Email, IdempotencyHeaders, OptionalName, OptionalPhone } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { WaitlistJoinedAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf } from "../../plugins/request-context.ts";

const Body = z.object({
  email: Email,
  name: OptionalName,
  whatsapp: OptionalPhone,
  country: CountryCode.nullish().transform((code) => code ?? null),
});

/** POST waitlist/create: puts an address on the waitlist; 201 the first time, 200 afterwards. */
export function joinWaitlist(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "POST",
    url: "/waitlist/create",
    schema: describeRoute(
      { body: Body, headers: IdempotencyHeaders },
      {
        operationId: "joinWaitlist",
        tag: "waitlist",
        summary: "Wait to be let in",
        success: {
          status: 201,
          description:
            "On the list. An address that stands there already is answered with 200; " +
            "`Idempotent-Replayed: true` when the same request was answered before",
          schema: WaitlistJoinedAnswer,
        },
        problems: JoinWaitlist.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { body, headers } = request;
      const { email, name, whatsapp, country } = body;
      const idempotency = idempotencyOf(headers, [email, name, whatsapp, country]);
      const input = { ...body, language: languageOf(request), idempotency };
      const result = await identity.joinWaitlist(input, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return sendFrozen(reply, result.data.isNew ? 201 : 200, result.data);
    },
  });
}
