import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { TransactionAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";
import { TransactionParams } from "./transaction-params.ts";

/** GET transactions/{id}: one transaction of the user; anything else is not found. */
export function getTransaction(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "GET",
    url: "/transactions/:id",
    schema: describeRoute(
      { params: TransactionParams },
      {
        operationId: "getTransaction",
        tag: "transactions",
        summary: "One transaction with its progress",
        success: { status: 200, description: "The transaction", schema: TransactionAnswer },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const asked = { accountId, transactionId: request.params.id };
      const result = await transactions.getTransaction(asked, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, transaction: result.data.transaction };
    },
  });
}
