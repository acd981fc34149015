import type { ReviewReason, TransactionStatus, TransactionType } from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  PaymentId,
  PayoutId,
  Sats,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";

export interface MonitoringRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly reference: string;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  readonly amount_sats: Sats;
  readonly rate_xof_per_btc: XofPerBtc;
  readonly status: TransactionStatus;
  /** Present while somebody has to look: why, as asked last. */
  readonly review_reason: ReviewReason | null;
  readonly failure_reason: string | null;
  readonly channel: string;
  readonly payment_id: PaymentId;
  readonly payment_reference: string;
  readonly payout_id: PayoutId | null;
  readonly payout_reference: string | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export const monitoringColumns = [
  "transaction_id",
  "account_id",
  "reference",
  "transaction_type",
  "amount_xof",
  "amount_sats",
  "rate_xof_per_btc",
  "status",
  "review_reason",
  "failure_reason",
  "channel",
  "payment_id",
  "payment_reference",
  "payout_id",
  "payout_reference",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof MonitoringRow)[];
