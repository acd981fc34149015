import { CreateQuote, QuoteResponse, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import { AmountXof, IdempotencyHeaders } from "../../fields/fields.ts";
import { besideOthers, oneGivenOf } from "../../fields/said-rules.ts";
import { fieldLimits } from "../../limits.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";

const Body = z
  .object({
    type: TransactionType,
    amount: AmountXof.nullish().describe("Whole XOF; or `amount_sats`, exactly one of them"),
    amount_sats: z.int().min(1).max(fieldLimits.amountSatsMax).nullish(),
  })
  .refine(({ amount, amount_sats: sats }) => isGiven(amount) || isGiven(sats), {
    path: ["amount"],
    ...besideOthers,
    params: { rule: "required" },
  })
  .refine(({ amount, amount_sats: sats }) => !isGiven(amount) || !isGiven(sats), {
    path: ["amount_sats"],
    ...besideOthers,
    params: { rule: "one-of-two" },
  })
  .meta(oneGivenOf("amount", "amount_sats"));

export const createQuote = defineRoute({
  operationId: "createQuote",
  method: "POST",
  url: "/quotes",
  access: "customers",
  tag: "rates",
  summary: "A rate that holds for a few minutes, for one transaction",
  input: { body: Body, headers: IdempotencyHeaders },
  success: {
    status: 201,
    description: "The quote. `Idempotent-Replayed: true` when it was answered before",
    schema: QuoteResponse,
  },
  problems: CreateQuote.refusals,
  async handler({ client, principal: { accountId }, body, headers, reply }) {
    const { type, amount = null, amount_sats: sats = null } = body;
    const result = await client.command(CreateQuote, {
      accountId,
      transactionType: type,
      amount: amountOf(body),
      idempotency: idempotencyOf(headers, [type, amount, sats]),
    });
    return result.kind === "replied" ? void sendFrozen(reply, 201, result.data) : result;
  },
});

function isGiven(amount: unknown): boolean {
  return amount !== undefined && amount !== null;
}

function amountOf({ amount, amount_sats: sats }: z.output<typeof Body>) {
  return isGiven(sats)
    ? { currency: "SATS" as const, amountSats: String(sats) }
    : { currency: "XOF" as const, amountXof: String(amount) };
}
