import { z } from "zod";
import {
  Frequency,
  OccurrenceOutcome,
  StandingOrderEnding,
  StandingOrderStatus,
  TransactionStatus,
  TransactionType,
} from "./enums.ts";

const Timestamp = z.string().describe("ISO 8601 UTC, six fractional digits, Z");

export const OccurrenceView = z.object({
  number: z.int().describe("Counts from 1"),
  due_at: Timestamp,
  outcome: OccurrenceOutcome,
  code: z
    .string()
    .nullable()
    .describe("Why nothing was ordered: a code of a problem, or `late` for a missed moment"),
  transaction_id: z.uuid().nullable(),
  transaction_status: TransactionStatus.nullable(),
  at: Timestamp,
});
export type OccurrenceView = z.infer<typeof OccurrenceView>;

/** A line of GET /api/v1/orders. */
export const StandingOrderView = z.object({
  id: z.uuid(),
  type: TransactionType,
  amount: z.int(),
  currency_code: z.literal("XOF"),
  status: StandingOrderStatus,
  end_reason: StandingOrderEnding.nullable(),
  price: z.int().nullable().describe("XOF for one bitcoin, at which it orders once"),
  every: Frequency.nullable(),
  day: z.int().nullable().describe("Of the week from Monday, 1, or of the month; null every day"),
  time: z.string().nullable().describe("`HH:MM` of the business time zone"),
  receiver_address: z.string(),
  number: z.string(),
  provider: z.string().nullable(),
  until: Timestamp.nullable(),
  count: z.int().nullable().describe("It ends with so many transactions"),
  ordered: z.int().describe("Transactions so far"),
  failures: z.int().describe("Failures in a row, up to now"),
  next_at: Timestamp.nullable().describe("Null while it waits for a price, is paused or ended"),
  created_at: Timestamp,
});
export type StandingOrderView = z.infer<typeof StandingOrderView>;

/** GET /api/v1/orders/{id}. */
export const StandingOrderDetailView = StandingOrderView.extend({
  occurrences: z.array(OccurrenceView).describe("The newest of them, newest first"),
});
export type StandingOrderDetailView = z.infer<typeof StandingOrderDetailView>;

/** The body of POST /api/v1/orders. */
export const StandingOrderResponse = z.object({
  success: z.literal(true),
  order: StandingOrderDetailView,
});
export type StandingOrderResponse = z.infer<typeof StandingOrderResponse>;
