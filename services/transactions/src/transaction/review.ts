import type { ReviewReason } from "@sanu/contracts";
import { accepted, type Decision, type Instant, nothingNew } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import type { ExistingTransaction, ReviewNote } from "./state.ts";

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
  if (state.review.some((note) => note.causeId === cause.causeId)) return nothingNew();
  return accepted(reviewRequested(state, reason, cause));
}

/** Asks for a person once for as long as nobody answered: a leg stays unknown for many facts. */
export function reviewUnknown(
  state: ExistingTransaction,
  of: { readonly about: "payment" | "payout" | "refund"; readonly receiptId?: string },
  cause: Cause,
): Decision<TransactionEvent, never> {
  const { about, receiptId = null } = of;
  const isAsked = state.review.some(
    (note) =>
      note.reason === "outcome-unknown" && note.about === about && note.receiptId === receiptId,
  );
  if (isAsked) return nothingNew();
  return accepted(reviewRequested(state, "outcome-unknown", cause, { about, receiptId }));
}

/** The event alone, without asking whether the same was noted before: `review` and `reviewUnknown` do. */
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

/** Whether what came since answers a note, so that nobody has to look at it any more. */
export function isAnswered(note: ReviewNote, state: ExistingTransaction): boolean {
  switch (note.about) {
    case "payment":
      return state.status !== "pending";
    case "payout":
      return state.status !== "paid";
    case "refund": {
      const found = state.refunds.find(({ receiptId }) => receiptId === note.receiptId);
      if (found === undefined || found.state === "settled") return true;
      if (note.reason === "outcome-unknown") return found.state === "failed";
      return found.state === "requested";
    }
    // Two facts that contradict each other stay so, whatever comes.
    case null:
      return note.reason === "payout-failed" && state.status === "completed";
  }
}
