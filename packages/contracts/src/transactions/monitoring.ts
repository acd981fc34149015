import type { AccountId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { AuditEntry } from "../audit-trail.ts";
import { pageOf, pageRequest } from "../identity/page.ts";
import { requestsOf } from "../request.ts";
import { staffLook } from "../staff-use.ts";
import { idOf } from "../texts.ts";
import { ReviewReason } from "./enums.ts";
import { transactionFilter } from "./transaction-filter.ts";
import { dealt } from "./views.ts";

const request = requestsOf("transactions");

/** A transaction as the staff sees it: of the person her id alone. */
export const MonitoredTransactionView = z.object({
  id: z.uuid(),
  reference: z.string(),
  user_id: z.uuid(),
  ...dealt,
  review: z.boolean().describe("Somebody has to look"),
  review_reason: ReviewReason.nullable().describe("Why, as asked last"),
  failure_reason: z.string().nullable(),
  channel: z.string(),
  payment_id: z.uuid(),
  payement_reference: z.string(),
  payout_id: z.uuid().nullable(),
  payout_reference: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type MonitoredTransactionView = z.infer<typeof MonitoredTransactionView>;

/** The same with masked forms of who receives and who pays, as long as they are not erased. */
export const MonitoredTransactionDetailView = MonitoredTransactionView.extend({
  receiver_masked: z.string().nullable(),
  number_masked: z.string().nullable(),
});
export type MonitoredTransactionDetailView = z.infer<typeof MonitoredTransactionDetailView>;

/** A page of all transactions, the newest first. */
export const ListMonitored = request("list-monitored-transactions", {
  staff: staffLook,
  request: z.object({
    ...pageRequest,
    ...transactionFilter,
    accountId: idOf<AccountId>().nullable(),
    /** True for those that somebody has to look at, and only those. */
    isInReview: z.boolean(),
    /** One of our references, or ids that somebody found elsewhere; null for all. */
    search: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("reference"), reference: z.string() }),
        z.object({ kind: z.literal("ids"), transactionIds: z.array(idOf<TransactionId>()) }),
      ])
      .nullable(),
  }),
  reply: pageOf(MonitoredTransactionView),
  refusals: ["validation-failed"],
});

/** One transaction with its own log, and the ids under which other services know of it. */
export const GetMonitored = request("get-monitored-transaction", {
  staff: staffLook,
  request: z.object({ transactionId: idOf<TransactionId>() }),
  reply: z.object({
    transaction: MonitoredTransactionDetailView,
    entries: z.array(AuditEntry),
    /** The log of its cases. */
    cases: z.array(AuditEntry),
    /** Its payment, its payout and its refunds. */
    streamIds: z.array(idOf<string>()),
  }),
  refusals: ["not-found"],
});

export const monitoringRequests = [ListMonitored, GetMonitored] as const;
