import { CancelTransaction } from "@sanu/contracts";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { TransactionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";
import { TransactionParams } from "./transaction-params.ts";

/** POST transactions/{id}/cancel: asks to end what is not paid yet. Again is the same. */
export function cancelTransaction(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "POST",
    url: "/transactions/:id/cancel",
    schema: describeRoute(
      { params: TransactionParams },
      {
        operationId: "cancelTransaction",
        tag: "transactions",
        summary: "Cancel a transaction that is not paid yet",
        success: {
          status: 200,
          description:
            "The transaction as it stands: PENDING until the provider has closed the payment, and unchanged where money is in. Again is the same",
          schema: TransactionAnswer,
        },
        problems: CancelTransaction.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const asked = { accountId, transactionId: request.params.id };
      const result = await transactions.cancelTransaction(asked, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, transaction: result.data.transaction };
    },
  });
}
