import { CreateQuote, QuoteResponse, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import type { RatesClient } from "../../clients/rates.ts";
import { IdempotencyHeaders } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const Body = z
  .object({
    type: TransactionType,
    amount: z.int().min(1).nullish().describe("Whole XOF; or `amount_sats`, exactly one of them"),
    amount_sats: z.int().min(1).max(fieldLimits.amountSatsMax).nullish(),
  })
  .refine(({ amount, amount_sats: sats }) => isGiven(amount) || isGiven(sats), {
    path: ["amount"],
    when: () => true,
    params: { rule: "required" },
  })
  .refine(({ amount, amount_sats: sats }) => !isGiven(amount) || !isGiven(sats), {
    path: ["amount_sats"],
  });

/** POST quotes: a rate that holds for a few minutes, for one transaction. */
export function createQuote(app: GatewayApp, rates: RatesClient): void {
  app.route({
    method: "POST",
    url: "/quotes",
    schema: describeRoute(
      { body: Body, headers: IdempotencyHeaders },
      {
        operationId: "createQuote",
        tag: "rates",
        summary: "A rate that holds for a few minutes, for one transaction",
        success: {
          status: 201,
          description: "The quote. `Idempotent-Replayed: true` when it was answered before",
          schema: QuoteResponse,
        },
        problems: CreateQuote.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { body, headers } = request;
      const { type, amount = null, amount_sats: sats = null } = body;
      const asked = {
        accountId: principalOf(request).accountId,
        transactionType: type,
        amount: amountOf(body),
        idempotency: idempotencyOf(headers, [type, amount, sats]),
      };
      const result = await rates.createQuote(asked, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return sendFrozen(reply, 201, result.data);
    },
  });
}

function isGiven(amount: unknown): boolean {
  return amount !== undefined && amount !== null;
}

function amountOf({ amount, amount_sats: sats }: z.output<typeof Body>) {
  return isGiven(sats)
    ? { currency: "SATS" as const, amountSats: String(sats) }
    : { currency: "XOF" as const, amountXof: String(amount) };
}
