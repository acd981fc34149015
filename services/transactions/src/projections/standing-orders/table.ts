import type {
  Frequency,
  OccurrenceOutcome,
  StandingOrderEnding,
  StandingOrderStatus,
  TransactionType,
} from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  StandingOrderId,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";

export interface StandingOrderRow {
  readonly order_id: StandingOrderId;
  readonly account_id: AccountId;
  readonly status: StandingOrderStatus;
  readonly end_reason: StandingOrderEnding | null;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  /** Where it waits for a price; the three behind it are null then. */
  readonly price_xof_per_btc: XofPerBtc | null;
  readonly every: Frequency | null;
  readonly on_day: number | null;
  readonly at_time: string | null;
  readonly channel: string | null;
  readonly until_at: Instant | null;
  readonly orders_max: number | null;
  readonly ordered: number;
  readonly failures: number;
  readonly next_due_at: Instant | null;
  readonly created_at: Instant;
}

export const standingOrderColumns = [
  "order_id",
  "account_id",
  "status",
  "end_reason",
  "transaction_type",
  "amount_xof",
  "price_xof_per_btc",
  "every",
  "on_day",
  "at_time",
  "channel",
  "until_at",
  "orders_max",
  "ordered",
  "failures",
  "next_due_at",
  "created_at",
] as const satisfies readonly (keyof StandingOrderRow)[];

export interface OccurrenceRow {
  readonly order_id: StandingOrderId;
  readonly occurrence: number;
  readonly due_at: Instant;
  readonly outcome: OccurrenceOutcome;
  readonly code: string | null;
  readonly transaction_id: TransactionId | null;
  readonly occurred_at: Instant;
}

export const occurrenceColumns = [
  "order_id",
  "occurrence",
  "due_at",
  "outcome",
  "code",
  "transaction_id",
  "occurred_at",
] as const satisfies readonly (keyof OccurrenceRow)[];
