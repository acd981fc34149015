import type { ReviewReason, TransactionStatus } from "@sanu/contracts";
import type { Instant, PaymentId, PayoutId } from "@sanu/kernel";
import { type AgreedRow, agreedColumns } from "../agreed.ts";

export interface MonitoringRow extends AgreedRow {
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
  ...agreedColumns,
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
