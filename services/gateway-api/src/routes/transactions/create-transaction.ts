import { createHash } from "node:crypto";
import { CreateAnswer, CreateTransaction, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { optionalText, Phone, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

const CreateBody = z.object({
  amount: z.int().min(1).describe("Whole XOF"),
  type: TransactionType,
  receiver_address: requiredText(fieldLimits.receiverLettersMax),
  number: Phone.describe("Mobile-money number; both types need it today"),
  provider: optionalText(fieldLimits.providerLettersMax),
});

/** Visible ASCII. Everything else in the headers stays as it is. */
const CreateHeaders = z.looseObject({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe("Makes a repeated request the same order: it gets the first answer again"),
});

/** POST transactions/create: orders a purchase or a sale. */
export function createTransaction(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "POST",
    url: "/transactions/create",
    schema: describeRoute(
      { body: CreateBody, headers: CreateHeaders },
      {
        operationId: "createTransaction",
        tag: "transactions",
        summary: "Buy or sell bitcoin",
        needsUser: true,
        success: {
          status: 201,
          description: "The transaction. `Idempotent-Replayed: true` when it was answered before",
          schema: CreateAnswer,
        },
        problems: CreateTransaction.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { body } = request;
      const key = request.headers["idempotency-key"];
      const order = {
        accountId: principalOf(request).accountId,
        transactionType: body.type,
        amountXof: String(body.amount),
        receiver: body.receiver_address,
        number: body.number,
        channel: body.provider,
        idempotency: key === undefined ? null : { key, bodyHash: hashOf(body) },
      };
      const result = await transactions.createTransaction(order, callOf(request));
      if (result.kind !== "answered") return refuse(reply, result);
      if (result.data.replayed) reply.header("idempotent-replayed", "true");
      // The bytes that transactions froze under the key, not a copy that could differ from them.
      return reply
        .code(201)
        .header("content-type", "application/json; charset=utf-8")
        .send(result.data.answerJson);
    },
  });
}

/** Equal for bodies that order the same, however they are spaced and sorted. */
function hashOf(body: z.output<typeof CreateBody>): string {
  const { amount, type, receiver_address: receiver, number, provider } = body;
  const canonical = JSON.stringify([amount, type, receiver, number, provider]);
  return createHash("sha256").update(canonical).digest("hex");
}
