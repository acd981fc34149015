import { moneyShapes } from "@sanu/kernel";
import { z } from "zod";
import { TransactionStatus, TransactionType } from "./enums.ts";

const clientReference = z.string().optional().describe("What the client called it, where it did");

const TimestampText = z.string().describe("ISO 8601 UTC, six fractional digits, Z");

/** Answer of POST /api/v1/transactions/create. */
export const CreatedTransactionView = z.object({
  id: z.uuid(),
  type: TransactionType,
  amount: z.int(),
  currency_code: z.literal("XOF"),
  exchange_rate: z.int(),
  user_id: z.uuid(),
  payment_id: z.uuid(),
  status: z.literal("PENDING"),
  reference: z.string(),
  receiver_address: z.string(),
  payout_id: z.null(),
  payment_url: z.string(),
  created_at: TimestampText,
  amount_sats: z.string(),
  client_reference: clientReference,
});
export type CreatedTransactionView = z.infer<typeof CreatedTransactionView>;

export const CreateResponse = z.object({
  success: z.literal(true),
  transaction: CreatedTransactionView,
  /** The transaction's own once more, for clients that look for it here. */
  payment_url: z.string(),
  provider: z.string(),
  invoice: z.string().nullable(),
});
export type CreateResponse = z.infer<typeof CreateResponse>;

/** What a transaction exchanges for what, and how far it is. */
export const dealt = {
  type: TransactionType,
  amount_xof: z.string().regex(moneyShapes.xof),
  amount_satoshi: z.string().regex(moneyShapes.sats),
  exchange_rate: z.int(),
  status: TransactionStatus,
};

/** GET /api/v1/transactions/{id}. */
export const TransactionDetailView = z.object({
  id: z.uuid(),
  reference: z.string(),
  ...dealt,
  payement_reference: z.string(),
  payment_url: z.string(),
  progress: z.object({ payment_status: TransactionStatus, payout_status: TransactionStatus }),
  payout_reference: z.string().nullable(),
  receiver_address: z.string(),
  completed_at: TimestampText.nullable(),
  created_at: TimestampText,
  client_reference: clientReference,
});
export type TransactionDetailView = z.infer<typeof TransactionDetailView>;

/** One line of GET /api/v1/transactions. */
export const TransactionListItemView = z.object({
  id: z.uuid(),
  reference: z.string(),
  type: TransactionType,
  amount_xof: z.string().regex(moneyShapes.listedXof),
  exchange_rate: z.int(),
  amount_sats: z.string().regex(moneyShapes.sats),
  status: TransactionStatus,
  created_at: z.string(),
  updated_at: z.string(),
  client_reference: clientReference,
});
export type TransactionListItemView = z.infer<typeof TransactionListItemView>;

/** GET /api/v1/transactions/flashback, without the name, which is identity's. */
export const FlashbackView = z.object({
  total_transactions: z.int(),
  total_buy: z.number(),
  total_sell: z.string().regex(moneyShapes.sats),
  streak: z.string(),
  date_month: z.string(),
  volume: z.string().regex(/^\d+$/),
});
export type FlashbackView = z.infer<typeof FlashbackView>;

const StatusTotal = z.object({
  count: z.int().min(0),
  amount_xof: z.string().regex(moneyShapes.xof),
});

/** GET /api/v1/transactions/resume: all transactions of a person, by status. */
export const ResumeView = z.object({
  total_transactions: z.int().min(0),
  by_status: z.object({
    PENDING: StatusTotal,
    PROCESSING: StatusTotal,
    COMPLETED: StatusTotal,
    FAILED: StatusTotal,
  }),
});
export type ResumeView = z.infer<typeof ResumeView>;

/** What our own payment page may know: nothing about the person, the receiver masked. */
export const PaymentPageView = z.object({
  reference: z.string(),
  type: TransactionType,
  amount_xof: z.string().regex(moneyShapes.xof),
  status: TransactionStatus,
  receiver_masked: z.string(),
  amount_sats: z.string().regex(moneyShapes.sats),
  /** The provider's page, once it is known. */
  provider_url: z.string().nullable(),
  /** That no payout follows and the money goes back; false from a version that does not tell it. */
  is_going_back: z.boolean().default(false),
  /** That the staff has to look before it goes on; false from a version that does not tell it. */
  is_being_checked: z.boolean().default(false),
  /** That it is to be cancelled and nobody has said yet that it can be paid no more; false from a version that does not tell it. */
  is_being_cancelled: z.boolean().default(false),
  /** The BOLT 11 invoice of a sale, once it is made; null in a purchase and once nothing is to be paid. */
  invoice: z.string().nullable(),
  expires_at: TimestampText,
});
export type PaymentPageView = z.infer<typeof PaymentPageView>;
