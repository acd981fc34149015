import { ProvideRefundInvoice } from "@sanu/contracts";
import { z } from "zod";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { TransactionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";
import { TransactionParams } from "./transaction-params.ts";

const ReturnBody = z.object({
  invoice: requiredText(fieldLimits.receiverLettersMax).describe(
    "A BOLT 11 invoice of no amount or of exactly the satoshis to return",
  ),
});

/** POST transactions/{id}/return-invoice: where the satoshis of a sale go back to. Again is the same. */
export function giveReturnInvoice(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "POST",
    url: "/transactions/:id/return-invoice",
    schema: describeRoute(
      { params: TransactionParams, body: ReturnBody },
      {
        operationId: "giveReturnInvoice",
        tag: "transactions",
        summary: "Give an invoice for satoshis that must be returned",
        success: {
          status: 200,
          description:
            "The satoshis are on their way; FAILED once they have arrived. The same invoice again is the same",
          schema: TransactionAnswer,
        },
        problems: ProvideRefundInvoice.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const { invoice } = request.body;
      const asked = { accountId, transactionId: request.params.id, invoice };
      const result = await transactions.giveReturnInvoice(asked, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, transaction: result.data.transaction };
    },
  });
}
