import { GetRates } from "@sanu/contracts";
import type { RatesClient } from "../../clients/rates.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { RatesAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

/** GET rates: what a bitcoin costs now. */
export function getRates(app: GatewayApp, rates: RatesClient): void {
  app.route({
    method: "GET",
    url: "/rates",
    schema: describeRoute(
      {},
      {
        operationId: "getRates",
        tag: "rates",
        summary: "What a bitcoin costs now, in XOF",
        success: { status: 200, description: "The rates", schema: RatesAnswer },
        problems: GetRates.refusals,
      },
    ),
    handler: async (request, reply) => {
      const result = await rates.getRates(callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data.rates };
    },
  });
}
