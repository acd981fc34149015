import { CreateResponse, CreateTransaction, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import type { TransactionsClient } from "../../clients/transactions.ts";
import {
  IdempotencyHeaders,
  OptionalQuoteId,
  optionalText,
  Phone,
  requiredText,
} from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const CreateBody = z.object({
  amount: z.int().min(1).describe("Whole XOF"),
  type: TransactionType,
  receiver_address: requiredText(fieldLimits.receiverLettersMax),
  number: Phone.describe("Mobile-money number; both types need it today"),
  provider: optionalText(fieldLimits.providerLettersMax),
  quote_id: OptionalQuoteId.describe("A quote of the same type and amount; its rate counts"),
});

/** POST transactions/create: orders a purchase or a sale. */
export function createTransaction(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "POST",
    url: "/transactions/create",
    schema: describeRoute(
      { body: CreateBody, headers: IdempotencyHeaders },
      {
        operationId: "createTransaction",
        tag: "transactions",
        summary: "Buy or sell bitcoin",
        success: {
          status: 201,
          description: "The transaction. `Idempotent-Replayed: true` when it was answered before",
          schema: CreateResponse,
        },
        problems: CreateTransaction.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { body, headers } = request;
      const order = {
        accountId: principalOf(request).accountId,
        transactionType: body.type,
        amountXof: String(body.amount),
        receiver: body.receiver_address,
        number: body.number,
        channel: body.provider,
        quoteId: body.quote_id,
        idempotency: idempotencyOf(headers, askedIn(body)),
      };
      const result = await transactions.createTransaction(order, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return sendFrozen(reply, 201, result.data);
    },
  });
}

function askedIn(body: z.output<typeof CreateBody>): readonly unknown[] {
  const { amount, type, receiver_address: receiver, number, provider, quote_id: quoteId } = body;
  // Keys of before quotes existed stay those of the same bodies.
  const quote = quoteId === null ? [] : [quoteId];
  return [amount, type, receiver, number, provider, ...quote];
}
