import type { ReviewReason } from "@sanu/contracts";
import { accepted, type Decision, type Instant, nothingNew, type RefundId } from "@sanu/kernel";
import { isContestOfPayout, isContestOfReceipt, isContestOfRefund, isDenial } from "./contest.ts";
import { isTakenBack } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import type { ExistingTransaction, Refund, ReviewQuestion } from "./state.ts";

export interface Cause {
  readonly causeId: string;
  readonly at: Instant;
}

/** What a review is about, as far as it is about anything in particular. */
type Subject = Partial<
  Pick<
    EventOf<"TransactionReviewRequested">,
    "about" | "receiptId" | "refundId" | "arrived" | "denied" | "shown" | "refund"
  >
>;

/** Asks for a person, once for each fact. */
export function review(
  state: ExistingTransaction,
  reason: ReviewReason,
  cause: Cause,
  subject: Subject = {},
): Decision<TransactionEvent, never> {
  if (state.review.some((question) => question.causeId === cause.causeId)) return nothingNew();
  return accepted(reviewRequested(state, reason, cause, subject));
}

/** Asks for a person once for as long as the question is open: a leg stays unknown for many facts. */
export function reviewUnknown(
  state: ExistingTransaction,
  of: {
    readonly about: "payment" | "payout" | "refund";
    readonly receiptId?: string;
    readonly refundId?: RefundId;
  },
  cause: Cause,
): Decision<TransactionEvent, never> {
  const isOpen = state.review.some(
    (question) =>
      question.reason === "outcome-unknown" &&
      question.about === of.about &&
      question.receiptId === (of.receiptId ?? null) &&
      question.refundId === of.refundId &&
      !isResolved(question, state),
  );
  return isOpen ? nothingNew() : accepted(reviewRequested(state, "outcome-unknown", cause, of));
}

/** The event alone, without a look whether the same was requested before: `review` and `reviewUnknown` do. */
export function reviewRequested(
  state: ExistingTransaction,
  reason: ReviewReason,
  { causeId, at }: Cause,
  { about = null, receiptId = null, refundId, arrived, denied, shown, refund = null }: Subject = {},
): EventOf<"TransactionReviewRequested"> {
  return {
    type: "TransactionReviewRequested",
    v: 1,
    transactionId: state.order.transactionId,
    reason,
    about,
    receiptId,
    ...(refundId !== undefined && { refundId }),
    ...(arrived !== undefined && { arrived }),
    ...(denied !== undefined && { denied }),
    ...(shown !== undefined && { shown }),
    refund,
    causeId,
    // Only the seller can say where her satoshis go: she is asked by mail, which goes by account.
    ...(reason === "return-address-needed" && { accountId: state.order.accountId }),
    requestedAt: at,
  };
}

export function questionOf(event: EventOf<"TransactionReviewRequested">): ReviewQuestion {
  const { reason, about, receiptId, refundId, arrived, denied, shown, causeId } = event;
  const which = {
    ...(refundId !== undefined && { refundId }),
    ...(arrived && { arrived }),
    ...(denied && { denied }),
    ...(shown && { shown }),
  };
  return { reason, about, receiptId, ...which, causeId };
}

/** Whether what came since resolves a question, so that nobody has to look at it any more. */
export function isResolved(question: ReviewQuestion, state: ExistingTransaction): boolean {
  switch (question.about) {
    case "payment":
      if (isDenial(question)) return question.isDecided === true;
      return isContestOfReceipt(question)
        ? isEndedByHand(question, state)
        : state.status !== "pending";
    case "payout":
      return isContestOfPayout(question) ? isEndedByHand(question, state) : state.status !== "paid";
    case "refund": {
      const found = state.refunds.find(({ receiptId }) => receiptId === question.receiptId);
      if (isContestOfRefund(question)) return isEndedByHand(question, state);
      if (found === undefined || found.state === "settled") return true;
      if (isTakenBack(state, found.receiptId) && found.state !== "requested") return true;
      // Another refund of the same money follows only one that has failed.
      if (isOfEarlier(question, found)) return true;
      if (question.reason === "outcome-unknown") return found.state === "failed";
      return found.state === "requested";
    }
    // Two facts that contradict each other stay so, whatever comes.
    case null:
      return question.reason === "payout-failed" && state.status === "completed";
  }
}

/** Only the staff says which of two words is right. */
function isEndedByHand({ receiptId: asked }: ReviewQuestion, { refunds }: ExistingTransaction) {
  const found = refunds.find(({ receiptId }) => receiptId === asked);
  return found?.state === "settled" && found.settledBy === undefined;
}

/** Whether it asks how the money of a receipt goes back that failed to. */
export function isOfFailed({ reason, receiptId }: ReviewQuestion, of: string | null): boolean {
  return (reason === "refund-failed" || reason === "return-address-needed") && receiptId === of;
}

function isOfEarlier({ refundId }: ReviewQuestion, { refundIds }: Refund): boolean {
  return refundId !== undefined && refundId !== refundIds.at(-1);
}
