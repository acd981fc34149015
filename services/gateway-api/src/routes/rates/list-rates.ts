import { ListRates } from "@sanu/contracts";
import { z } from "zod";
import type { RatesClient } from "../../clients/rates.ts";
import { pageFields } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { PastRatesAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

/** GET rates/history: what a bitcoin cost, newest first. */
export function listRates(app: GatewayApp, rates: RatesClient): void {
  app.route({
    method: "GET",
    url: "/rates/history",
    schema: describeRoute(
      { querystring: z.object(pageFields) },
      {
        operationId: "listRates",
        tag: "rates",
        summary: "What a bitcoin cost, newest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: PastRatesAnswer,
        },
        problems: ListRates.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { limit, cursor = null } = request.query;
      const result = await rates.listRates({ limit, cursor }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { rows, nextCursor } = result.data;
      return { success: true, rates: rows, meta: { next_cursor: nextCursor } };
    },
  });
}
