import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { RemainingAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** GET transactions/remaining: what is left of the monthly limit, in percent. */
export function getRemaining(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "GET",
    url: "/transactions/remaining",
    schema: describeRoute(
      {},
      {
        operationId: "getRemaining",
        tag: "transactions",
        summary: "What is left of the monthly limit, in percent",
        success: { status: 200, description: "0 to 100", schema: RemainingAnswer },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await transactions.getRemaining({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, remaining: result.data.remaining };
    },
  });
}
