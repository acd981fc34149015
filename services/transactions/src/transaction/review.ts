import type { ReviewReason } from "@sanu/contracts";
import { accepted, type Decision, type Instant, nothingNew } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import { type ExistingTransaction, isTakenBack, type ReviewQuestion } from "./state.ts";

export interface Cause {
  readonly causeId: string;
  readonly at: Instant;
}

/** What a review is about, as far as it is about anything in particular. */
type Subject = Partial<
  Pick<EventOf<"TransactionReviewRequested">, "about" | "receiptId" | "refund">
>;

/** Asks for a person, once for each fact. */
export function review(
  state: ExistingTransaction,
  reason: ReviewReason,
  cause: Cause,
): Decision<TransactionEvent, never> {
  if (state.review.some((question) => question.causeId === cause.causeId)) return nothingNew();
  return accepted(reviewRequested(state, reason, cause));
}

/** Asks for a person once for as long as the question is open: a leg stays unknown for many facts. */
export function reviewUnknown(
  state: ExistingTransaction,
  of: { readonly about: "payment" | "payout" | "refund"; readonly receiptId?: string },
  cause: Cause,
): Decision<TransactionEvent, never> {
  const { about, receiptId = null } = of;
  const isOpen = state.review.some(
    (question) =>
      question.reason === "outcome-unknown" &&
      question.about === about &&
      question.receiptId === receiptId,
  );
  if (isOpen) return nothingNew();
  return accepted(reviewRequested(state, "outcome-unknown", cause, { about, receiptId }));
}

/** The event alone, without a look whether the same was requested before: `review` and `reviewUnknown` do. */
export function reviewRequested(
  state: ExistingTransaction,
  reason: ReviewReason,
  { causeId, at }: Cause,
  { about = null, receiptId = null, refund = null }: Subject = {},
): EventOf<"TransactionReviewRequested"> {
  return {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId: state.order.transactionId,
    reason,
    about,
    receiptId,
    refund,
    causeId,
    requestedAt: at,
  };
}

/** Whether what came since resolves a question, so that nobody has to look at it any more. */
export function isResolved(question: ReviewQuestion, state: ExistingTransaction): boolean {
  switch (question.about) {
    case "payment":
      return state.status !== "pending";
    case "payout":
      return state.status !== "paid";
    case "refund": {
      const found = state.refunds.find(({ receiptId }) => receiptId === question.receiptId);
      if (found === undefined || found.state === "settled") return true;
      if (isTakenBack(state, found.receiptId) && found.state !== "requested") return true;
      if (question.reason === "outcome-unknown") return found.state === "failed";
      return found.state === "requested";
    }
    // Two facts that contradict each other stay so, whatever comes.
    case null:
      return question.reason === "payout-failed" && state.status === "completed";
  }
}
