import type { TransactionStatus, TransactionType } from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  PaymentId,
  Sats,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";

export interface DetailRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly reference: string;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  readonly amount_sats: Sats;
  readonly rate_xof_per_btc: XofPerBtc;
  readonly payment_id: PaymentId;
  readonly payment_reference: string;
  readonly payout_reference: string | null;
  readonly channel: string;
  readonly status: TransactionStatus;
  readonly payment_status: TransactionStatus;
  readonly payout_status: TransactionStatus;
  readonly is_in_review: boolean;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly completed_at: Instant | null;
  readonly failed_at: Instant | null;
}

export const detailColumns = [
  "transaction_id",
  "account_id",
  "reference",
  "transaction_type",
  "amount_xof",
  "amount_sats",
  "rate_xof_per_btc",
  "payment_id",
  "payment_reference",
  "payout_reference",
  "channel",
  "status",
  "payment_status",
  "payout_status",
  "is_in_review",
  "created_at",
  "expires_at",
  "completed_at",
  "failed_at",
] as const satisfies readonly (keyof DetailRow)[];
