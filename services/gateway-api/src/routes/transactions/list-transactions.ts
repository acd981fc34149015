import { ListTransactions, TransactionListItemView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields, transactionFilterFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

export const listTransactions = defineRoute({
  operationId: "listTransactions",
  method: "GET",
  url: "/transactions",
  access: "customers",
  tag: "transactions",
  summary: "The user's transactions, newest first",
  input: { query: z.object({ ...pageFields, ...transactionFilterFields }) },
  success: pageOf({ transactions: z.array(TransactionListItemView) }),
  problems: ListTransactions.refusals,
  async handler({ client, principal: { accountId }, language, query }) {
    const { limit, cursor = null, status = null, type = null, from = null, to = null } = query;
    const result = await client.request(ListTransactions, {
      accountId,
      language,
      limit,
      cursor,
      status,
      transactionType: type,
      fromDay: from,
      toDay: to,
    });
    if (result.kind !== "replied") return result;
    const { transactions, nextCursor } = result.data;
    return { transactions, meta: { next_cursor: nextCursor } };
  },
});
