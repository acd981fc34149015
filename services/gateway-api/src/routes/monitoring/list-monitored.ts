import { idOf, ListMonitored, TransactionStatus, TransactionType } from "@sanu/contracts";
import { isUuid, type TransactionId } from "@sanu/kernel";
import { z } from "zod";
import type { MonitoringClient } from "../../clients/monitoring.ts";
import type { Call, NoAnswer } from "../../clients/request-client.ts";
import { AccountIdField, Day, pageFields, requiredText } from "../../fields/fields.ts";
import { fieldLimits } from "../../limits.ts";
import { describeRoute } from "../../openapi/describe-route.ts";
import { MonitoredTransactionsAnswer } from "../../openapi/schemas.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { refuse } from "../../plugins/problems.ts";
import { callOf } from "../../plugins/request-context.ts";

const Query = z.object({
  ...pageFields,
  status: TransactionStatus.optional(),
  type: TransactionType.optional(),
  from: Day.optional().describe("First day, in the business time zone"),
  to: Day.optional().describe("Last day, in the business time zone"),
  user: AccountIdField.optional().describe("The id of a user"),
  review: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .default(false)
    .describe("`true`: only those that somebody has to look at"),
  search: z
    .string()
    .trim()
    .pipe(requiredText(fieldLimits.searchLettersMax))
    .optional()
    .describe(
      "A reference of ours (`TXN_…`, `PAY_…`, `PAYOUT_…`), an id, or a provider's reference",
    ),
});

/** GET monitoring/transactions: the transactions of everybody, newest first, filtered and searched. */
export function listMonitored(app: GatewayApp, monitoring: MonitoringClient): void {
  app.route({
    method: "GET",
    url: "/monitoring/transactions",
    schema: describeRoute(
      { querystring: Query },
      {
        operationId: "listMonitored",
        tag: "monitoring",
        summary: "The transactions of everybody, newest first",
        success: {
          status: 200,
          description: "One page; `meta.next_cursor` leads to the next",
          schema: MonitoredTransactionsAnswer,
        },
        problems: ListMonitored.refusals,
      },
    ),
    handler: async (request, reply) => {
      const { query } = request;
      const call = callOf(request);
      const found = await readSearch(monitoring, query.search, call);
      if (found.kind !== "replied") return refuse(reply, found);
      const filter = {
        limit: query.limit,
        cursor: query.cursor ?? null,
        status: query.status ?? null,
        transactionType: query.type ?? null,
        fromDay: query.from ?? null,
        toDay: query.to ?? null,
        accountId: query.user ?? null,
        isInReview: query.review,
        search: found.search,
      };
      const result = await monitoring.listMonitored(filter, call);
      if (result.kind !== "replied") return refuse(reply, result);
      const { rows, nextCursor } = result.data;
      return { success: true, transactions: rows, meta: { next_cursor: nextCursor } };
    },
  });
}

type Search = Parameters<MonitoringClient["listMonitored"]>[0]["search"];

const ourReference = /^(?:TXN|PAY|PAYOUT)_/;

/** What has none of our shapes may be a provider's name for the money; an id may be both. */
async function readSearch(
  monitoring: MonitoringClient,
  text: string | undefined,
  call: Call,
): Promise<{ readonly kind: "replied"; readonly search: Search } | NoAnswer> {
  if (text === undefined) return { kind: "replied", search: null };
  if (ourReference.test(text)) {
    return { kind: "replied", search: { kind: "reference", reference: text } };
  }
  const found = await monitoring.findByProviderReference(text, call);
  if (found.kind !== "replied") return found;
  const id = text.toLowerCase();
  const own = isUuid(id) ? [idOf<TransactionId>().parse(id)] : [];
  const transactionIds = [...own, ...found.transactionIds];
  return { kind: "replied", search: { kind: "ids", transactionIds } };
}
