import {
  FreezeRates,
  proposalRefusals,
  RateRulesView,
  type RatesChange,
  RatesView,
  transactionsProposals,
} from "@sanu/contracts";
import { z } from "zod";
import { Reason } from "../../fields/fields.ts";
import { besideOthers, someNamedOf } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { propose } from "../approvals/propose.ts";
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
  .refine(
    (body) =>
      [body.spread_buy, body.spread_sell, body.manual_rate, body.frozen].some(
        (each) => each !== undefined,
      ),
    { path: ["frozen"], ...besideOthers, params: { rule: "required" } },
  )
  .meta(someNamedOf("spread_buy", "spread_sell", "manual_rate", "frozen"));

export const changeRates = defineRoute({
  operationId: "changeRates",
  method: "PUT",
  url: "/rates",
  access: "admins",
  tag: "rates",
  summary: "Freeze at once; propose spreads, a rate by hand or a thaw. What is not named stays",
  input: { body: Body },
  success: {
    description: "What counts now; `rates` is null while no rate can be trusted",
    body: { data: z.object({ rules: RateRulesView, rates: RatesView.nullable() }) },
  },
  mayPropose: true,
  problems: proposalRefusals("change-rates"),
  async handler({ client, principal: { accountId: by }, body }) {
    const { reason, frozen } = body;
    const change = changeOf(body);
    // What only protects waits for nobody, whatever comes with it.
    if (frozen === true) {
      const result = await client.command(FreezeRates, { by, reason });
      if (result.kind !== "replied") return result;
      if (change === undefined) return { data: result.data };
    }
    if (change === undefined) throw new Error("A body that changes nothing was let in");
    return propose(client, transactionsProposals, { by, reason, change });
  },
});

/** What takes two people; `undefined` where it is only frozen. */
function changeOf(body: z.output<typeof Body>): RatesChange | undefined {
  const { spread_buy, spread_sell, manual_rate, manual_minutes, confirmed, frozen } = body;
  const change = {
    ...(spread_buy !== undefined && { spread_buy }),
    ...(spread_sell !== undefined && { spread_sell }),
    ...(manual_rate === null && { manual_rate }),
    ...(typeof manual_rate === "number" && { manual_rate, manual_minutes, confirmed }),
    ...(frozen === false && { frozen }),
  };
  return Object.keys(change).length === 0 ? undefined : { operation: "change-rates", ...change };
}
