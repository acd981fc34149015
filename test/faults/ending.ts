import type { RefundReason, ReviewReason, TransactionStatus } from "@sanu/contracts";

/** How a deal may end: its status, and why money goes back and somebody is asked, in the order of the alphabet. */
export interface Ending {
  readonly status: TransactionStatus;
  readonly refunds: readonly RefundReason[];
  readonly reviews: readonly ReviewReason[];
}
