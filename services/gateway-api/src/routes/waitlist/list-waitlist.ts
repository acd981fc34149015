import { ListWaitlist } from "@sanu/contracts";
import { z } from "zod";
import type { IdentityClient } from "../../clients/identity.ts";
import { pageFields } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { WaitlistAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

/** GET waitlist: who waits, newest first. */
export function listWaitlist(app: GatewayApp, identity: IdentityClient): void {
  app.route({
    method: "GET",
    url: "/waitlist",
    schema: describeRoute(
      { querystring: z.object(pageFields) },
      {
        operationId: "listWaitlist",
        tag: "waitlist",
        summary: "Who waits, newest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: WaitlistAnswer,
        },
        problems: ListWaitlist.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { limit, cursor = null } = request.query;
      const result = await identity.listWaitlist({ limit, cursor }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { rows, nextCursor } = result.data;
      return { success: true, entries: rows, meta: { next_cursor: nextCursor } };
    },
  });
}
