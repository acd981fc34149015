import { ListTransactions, listedIdsMax, TransactionListItemView } from "@sanu/contracts";
import { z } from "zod";
import { ClientReferenceFilter, TransactionIds } from "../../fields/client-fields.ts";
import { pageFields, transactionFilterFields, wholeNumber } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

const Query = z.object({
  ...pageFields,
  limit: wholeNumber(1, fieldLimits.listRowsMax)
    .optional()
    .describe(`${fieldLimits.listRowsDefault} unless given; with \`ids\` all of them`),
  ...transactionFilterFields,
  client_reference: ClientReferenceFilter,
  ids: TransactionIds.describe(
    `Up to ${listedIdsMax} ids with commas between them: of these alone, in the list's own order; unknown ones are left out`,
  ),
});

export const listTransactions = defineRoute({
  operationId: "listTransactions",
  method: "GET",
  url: "/transactions",
  access: "customers",
  tag: "transactions",
  summary: "The user's transactions, newest first",
  input: { query: Query },
  success: pageOf({ transactions: z.array(TransactionListItemView) }),
  problems: ListTransactions.refusals,
  async handler({ client, principal: { accountId }, language, query }) {
    const { cursor = null, status = null, type = null, from = null, to = null } = query;
    const { client_reference: clientReference = null, ids = null } = query;
    const limit = query.limit ?? ids?.length ?? fieldLimits.listRowsDefault;
    const result = await client.request(ListTransactions, {
      accountId,
      language,
      limit,
      cursor,
      status,
      transactionType: type,
      fromDay: from,
      toDay: to,
      clientReference,
      ids,
    });
    if (result.kind !== "replied") return result;
    const { transactions, nextCursor } = result.data;
    return { transactions, meta: { next_cursor: nextCursor } };
  },
});
