import { CreateResponse, CreateTransaction, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import {
  IdempotencyHeaders,
  OptionalQuoteId,
  optionalText,
  Phone,
  requiredText,
} from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";

const Body = z.object({
  amount: z.int().min(1).describe("Whole XOF"),
  type: TransactionType,
  receiver_address: requiredText(fieldLimits.receiverLettersMax),
  number: Phone.describe("Mobile-money number; both types need it today"),
  provider: optionalText(fieldLimits.providerLettersMax),
  quote_id: OptionalQuoteId.describe("A quote of the same type and amount; its rate counts"),
});

export const createTransaction = defineRoute({
  operationId: "createTransaction",
  method: "POST",
  url: "/transactions/create",
  access: "customers",
  tag: "transactions",
  summary: "Buy or sell bitcoin",
  input: { body: Body, headers: IdempotencyHeaders },
  success: {
    status: 201,
    description: "The transaction. `Idempotent-Replayed: true` when it was answered before",
    schema: CreateResponse,
  },
  problems: CreateTransaction.refusals,
  async handler({ client, principal: { accountId }, body, headers, reply }) {
    const order = {
      accountId,
      transactionType: body.type,
      amountXof: String(body.amount),
      receiver: body.receiver_address,
      number: body.number,
      channel: body.provider,
      quoteId: body.quote_id,
      idempotency: idempotencyOf(headers, meaningOf(body)),
    };
    // Parallel copies of a request wait for the reply to the first.
    const copies = { repeatOn: "idempotency-in-progress" } as const;
    const result = await client.command(CreateTransaction, order, copies);
    return result.kind === "replied" ? void sendFrozen(reply, 201, result.data) : result;
  },
});

/** What makes two bodies the same order. */
function meaningOf(body: z.output<typeof Body>): readonly unknown[] {
  const { amount, type, receiver_address: receiver, number, provider, quote_id: quoteId } = body;
  // Keys of before quotes existed stay those of the same bodies.
  const quote = quoteId === null ? [] : [quoteId];
  return [amount, type, receiver, number, provider, ...quote];
}
