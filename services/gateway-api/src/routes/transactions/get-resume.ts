import type { TransactionsClient } from "../../clients/transactions.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { ResumeAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, principalOf } from "../../plugins/request-context.ts";

/** GET transactions/resume: how many transactions are in each status, and their sums. */
export function getResume(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "GET",
    url: "/transactions/resume",
    schema: describeRoute(
      {},
      {
        operationId: "getResume",
        tag: "transactions",
        summary: "Totals by status",
        success: { status: 200, description: "Since the first transaction", schema: ResumeAnswer },
        problems: [],
      },
    ),
    handler: async (request, reply) => {
      const { accountId } = principalOf(request);
      const result = await transactions.getResume({ accountId }, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      return { success: true, data: result.data.data };
    },
  });
}
