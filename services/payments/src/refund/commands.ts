import type { RefundFailureReason, Verdict } from "@sanu/contracts";
import type { CaseId, Instant, Xof } from "@sanu/kernel";
import type { RefundOrder } from "./state.ts";

export interface RequestRefund {
  readonly kind: "request";
  readonly order: RefundOrder;
  /** False where we have no such money, or another refund of it is under way or done. */
  readonly isRefundable: boolean;
  /** A lost database may have sent it since then: from the beginning nobody knows what became of it. */
  readonly maybeSentSince?: Instant | undefined;
  readonly at: Instant;
}

/** The provider proved that the payer has this much again. */
export interface SettleRefund {
  readonly kind: "settle";
  readonly attemptNumber: number;
  readonly amountXof: Xof;
  readonly settledAt: Instant;
}

/** The provider says that what had gone back is with us again. */
export interface ReverseRefund {
  readonly kind: "reverse";
  /** Which attempt it speaks of, for one that nobody saw settle. */
  readonly attempt: RejectAttempt;
  readonly amountXof: Xof;
  readonly reversedAt: Instant;
}

/** The provider said definitely that this attempt refunded nothing and never will. */
export interface RejectAttempt {
  readonly kind: "reject-attempt";
  readonly attemptNumber: number;
  readonly reason: RefundFailureReason;
  readonly attemptsMax: number;
  readonly at: Instant;
}

export interface RecordUnknown {
  readonly kind: "record-unknown";
  readonly since: Instant;
}

/** Two of the staff say what happened to the attempt whose outcome nobody knows. */
export interface ConcludeRefund {
  readonly kind: "conclude";
  readonly caseId: CaseId;
  readonly verdict: Verdict;
  readonly at: Instant;
}

export type RefundCommand =
  | RequestRefund
  | SettleRefund
  | ReverseRefund
  | RejectAttempt
  | RecordUnknown
  | ConcludeRefund;
