import { type AccountId, moneyShapes, type TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { AuditEntry } from "../audit-trail.ts";
import { requestsOf } from "../request.ts";
import { idOf } from "../texts.ts";
import { ReviewReason, TransactionStatus, TransactionType } from "./enums.ts";

const request = requestsOf("transactions");

/** A transaction as the staff sees it: of the person her id alone. */
export const MonitoredTransactionView = z.object({
  id: z.uuid(),
  reference: z.string(),
  user_id: z.uuid(),
  type: TransactionType,
  amount_xof: z.string().regex(moneyShapes.xof),
  amount_satoshi: z.string().regex(moneyShapes.sats),
  exchange_rate: z.int(),
  status: TransactionStatus,
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
  request: z.object({
    limit: z.int().min(1).max(100),
    cursor: z.string().nullable(),
    status: TransactionStatus.nullable(),
    transactionType: TransactionType.nullable(),
    /** Inclusive days of the business calendar, `2026-11-21`. */
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
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
  reply: z.object({
    rows: z.array(MonitoredTransactionView),
    nextCursor: z.string().nullable(),
  }),
  refusals: ["bad-request"],
});

/** One transaction with its own log, and the ids under which other services know of it. */
export const GetMonitored = request("get-monitored-transaction", {
  request: z.object({ transactionId: idOf<TransactionId>() }),
  reply: z.object({
    transaction: MonitoredTransactionDetailView,
    entries: z.array(AuditEntry),
    /** Its payment, its payout and its refunds. */
    streamIds: z.array(idOf<string>()),
  }),
  refusals: ["not-found"],
});

export const monitoringRequests = [ListMonitored, GetMonitored] as const;
