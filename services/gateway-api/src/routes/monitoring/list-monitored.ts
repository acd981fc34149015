import { ListMonitored, MonitoredTransactionView, type RequestInput } from "@sanu/contracts";
import { z } from "zod";
import {
  AccountIdField,
  pageFields,
  saidText,
  transactionFilterFields,
} from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { defineList } from "../define-list.ts";
import { readSearch } from "./read-search.ts";

const Query = z.object({
  ...pageFields,
  ...transactionFilterFields,
  user: AccountIdField.optional().describe("The id of a user"),
  review: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false)
    .describe("`true`: only those that somebody has to look at"),
  search: saidText(fieldLimits.searchLettersMax)
    .optional()
    .describe(
      "A reference of ours (`TXN_…`, `PAY_…`, `PAYOUT_…`), an id, or a provider's reference",
    ),
});

export const listMonitored = defineList({
  operationId: "listMonitored",
  url: "/monitoring/transactions",
  access: "staff",
  tag: "monitoring",
  summary: "The transactions of everybody, newest first",
  name: "transactions",
  row: MonitoredTransactionView,
  query: Query,
  problems: ListMonitored.refusals,
  async ask(client, query) {
    const search = await readSearch(client, query.search);
    if (search.kind !== "read") return search;
    return client.request(ListMonitored, filterOf(query, search.search));
  },
});

type Filter = RequestInput<typeof ListMonitored>;

function filterOf(query: z.output<typeof Query>, search: Filter["search"]): Filter {
  return {
    limit: query.limit,
    cursor: query.cursor ?? null,
    status: query.status ?? null,
    transactionType: query.type ?? null,
    fromDay: query.from ?? null,
    toDay: query.to ?? null,
    accountId: query.user ?? null,
    isInReview: query.review,
    search,
  };
}
