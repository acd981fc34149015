import { ChangeRates, RateRulesView, RatesView } from "@sanu/contracts";
import { z } from "zod";
import { Reason } from "../../fields/fields.ts";
import { someNamedOf } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { defineRoute } from "../define-route.ts";

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
  // Also when other fields are broken, so that all of them are named at once.
  .refine(
    (body) =>
      [body.spread_buy, body.spread_sell, body.manual_rate, body.frozen].some(
        (each) => each !== undefined,
      ),
    { path: ["frozen"], when: () => true, params: { rule: "required" } },
  )
  .meta(someNamedOf("spread_buy", "spread_sell", "manual_rate", "frozen"));

export const changeRates = defineRoute({
  operationId: "changeRates",
  method: "PUT",
  url: "/rates",
  access: "admins",
  tag: "rates",
  summary: "Change spreads, set a rate by hand, or freeze; what is not named stays",
  input: { body: Body },
  success: {
    description: "What counts now; `rates` is null while no rate can be trusted",
    body: { data: z.object({ rules: RateRulesView, rates: RatesView.nullable() }) },
  },
  problems: ChangeRates.refusals,
  async handler({ client, principal: { accountId: by }, body }) {
    const result = await client.command(ChangeRates, { by, ...changeOf(body) });
    if (result.kind !== "replied") return result;
    return { data: result.data };
  },
});

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
