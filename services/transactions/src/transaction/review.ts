import type { ReviewReason } from "@sanu/contracts";
import { accepted, type Decision, type Instant, nothingNew, type Xof } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import type { ExistingTransaction } from "./state.ts";

interface Cause {
  readonly causeId: string;
  readonly at: Instant;
  readonly receivedXof?: Xof;
}

/** Money of another amount: it is in, so the transaction is no longer waiting for it. */
export function hold(
  state: ExistingTransaction,
  cause: Cause & { readonly receivedXof: Xof },
): Decision<TransactionEvent, never> {
  const { transactionId } = state.order;
  const { receivedXof, at: heldAt } = cause;
  return accepted<TransactionEvent>(
    { type: "TransactionPaymentHeld", v: 1, transactionId, receivedXof, heldAt },
    reviewRequested(state, "payment-amount-mismatch", cause),
  );
}

/** Asks for a person, once for each fact. */
export function review(
  state: ExistingTransaction,
  reason: ReviewReason,
  cause: Cause,
): Decision<TransactionEvent, never> {
  if (state.review?.some((note) => note.causeId === cause.causeId)) return nothingNew();
  return accepted(reviewRequested(state, reason, cause));
}

function reviewRequested(
  state: ExistingTransaction,
  reason: ReviewReason,
  { causeId, at, receivedXof }: Cause,
): EventOf<"TransactionReviewRequested"> {
  return {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId: state.order.transactionId,
    reason,
    receivedXof: receivedXof ?? null,
    causeId,
    requestedAt: at,
  };
}
