import { ListTransactions, TransactionStatus, TransactionType } from "@sanu/contracts";
import { z } from "zod";
import type { TransactionsClient } from "../../clients/transactions.ts";
import { Day, pageFields } from "../../fields/fields.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { TransactionListAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf, languageOf, principalOf } from "../../plugins/request-context.ts";

const Query = z.object({
  ...pageFields,
  status: TransactionStatus.optional(),
  type: TransactionType.optional(),
  from: Day.optional().describe("First day, in the business time zone"),
  to: Day.optional().describe("Last day, in the business time zone"),
});

/** GET transactions: the user's transactions, newest first. */
export function listTransactions(app: GatewayApp, transactions: TransactionsClient): void {
  app.route({
    method: "GET",
    url: "/transactions",
    schema: describeRoute(
      { querystring: Query },
      {
        operationId: "listTransactions",
        tag: "transactions",
        summary: "The user's transactions, newest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: TransactionListAnswer,
        },
        problems: ListTransactions.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { limit, cursor = null, status = null, type = null, from, to } = request.query;
      const page = {
        accountId: principalOf(request).accountId,
        language: languageOf(request),
        limit,
        cursor,
        status,
        transactionType: type,
        fromDay: from ?? null,
        toDay: to ?? null,
      };
      const result = await transactions.listTransactions(page, callOf(request));
      if (result.kind !== "replied") return refuse(reply, result);
      const { transactions: rows, nextCursor } = result.data;
      return { success: true, transactions: rows, meta: { next_cursor: nextCursor } };
    },
  });
}
