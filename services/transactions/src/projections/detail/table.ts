import type { TransactionStatus } from "@sanu/contracts";
import type { Instant, PaymentId } from "@sanu/kernel";
import { type AgreedRow, agreedColumns } from "../agreed.ts";

export interface DetailRow extends AgreedRow {
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
  ...agreedColumns,
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
