import { ChangeRates } from "@sanu/contracts";
import { z } from "zod";
import type { RatesClient } from "../../clients/rates.ts";
import { Reason } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { RateRulesAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const BasisPoints = z.int().min(0).max(fieldLimits.spreadBasisPointsMax);

const Body = z
  .object({
    spread_buy: BasisPoints.optional().describe("Basis points above the middle"),
    spread_sell: BasisPoints.optional().describe("Basis points below the middle"),
    manual_rate: z
      .int()
      .min(1)
      .max(fieldLimits.rateXofMax)
      .nullish()
      .describe("Whole XOF for one bitcoin, instead of the markets' middle; null ends it"),
    manual_minutes: z
      .int()
      .min(1)
      .max(fieldLimits.manualRateMinutesMax)
      .default(fieldLimits.manualRateMinutesDefault)
      .describe("How long the manual rate counts"),
    confirmed: z
      .boolean()
      .default(false)
      .describe("A manual rate far from the last known one is meant"),
    frozen: z.boolean().optional().describe("True: no quote and no transaction until it is false"),
    reason: Reason,
  })
  // Also when other fields are broken, so that all of them are told at once.
  .refine(
    (body) =>
      [body.spread_buy, body.spread_sell, body.manual_rate, body.frozen].some(
        (each) => each !== undefined,
      ),
    { path: ["frozen"], when: () => true, params: { rule: "required" } },
  );

/** PUT rates: spreads, a rate by hand, a freeze; with a reason. */
export function changeRates(app: GatewayApp, rates: RatesClient): void {
  app.route({
    method: "PUT",
    url: "/rates",
    schema: describeRoute(
      { body: Body },
      {
        operationId: "changeRates",
        tag: "rates",
        summary: "Change spreads, set a rate by hand, or freeze; what is not named stays",
        success: {
          status: 200,
          description: "What counts now; `rates` is null while no rate can be trusted",
          schema: RateRulesAnswer,
        },
        problems: ChangeRates.refusals,
      },
    ),
    handler: async (request, reply) => {
      const change = { by: principalOf(request).accountId, ...changeOf(request.body) };
      const result = await rates.changeRates(change, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data };
    },
  });
}

function changeOf(body: z.output<typeof Body>) {
  const { spread_buy: spreadBuy, spread_sell: spreadSell, frozen, reason } = body;
  return {
    spreadBuy: spreadBuy ?? null,
    spreadSell: spreadSell ?? null,
    manual: manualOf(body),
    isFrozen: frozen ?? null,
    reason,
  };
}

function manualOf({
  manual_rate: rate,
  manual_minutes: minutes,
  confirmed,
}: z.output<typeof Body>) {
  if (rate === undefined) return null;
  return rate === null
    ? ("market" as const)
    : { rateXofPerBtc: `${rate}`, minutes, isConfirmed: confirmed };
}
