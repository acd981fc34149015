import { amountIn } from "@sanu/contracts";
import { accepted, type Decision, refused, unreachable } from "@sanu/kernel";
import { assumePayout } from "./assume.ts";
import type { ResolveReview, SettleByHand } from "./commands.ts";
import { isContest, isContestOfReceipt, isContestOfRefund, isDenial } from "./contest.ts";
import { isDenied, isPaidOut, isTakenBack, stuckRefunds } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { expectedOf, missingOf, orderedOut } from "./money.ts";
import { defaultDestination, refundRequested } from "./refund.ts";
import type { ReviewRefusal } from "./refusals.ts";
import { isResolved, reviewRequested } from "./review.ts";
import type { ExistingTransaction, Refund, ReviewQuestion } from "./state.ts";

type ReviewDecision = Decision<TransactionEvent, ReviewRefusal>;

/** What a transaction answers to the staff: a review ends, and no money is forgotten by it. */
export function decideReview(state: ExistingTransaction, command: ResolveReview): ReviewDecision {
  if (state.review.length === 0) return refused("not-in-review");
  const due = stuckRefunds(state);
  switch (command.resolution) {
    case "close":
      if (due.length > 0) return refused("money-is-owed");
      return close(state, command);
    case "refund":
      return orderRefunds(state, due, command);
    default:
      return unreachable(command.resolution);
  }
}

/**
 * It answers the questions about that money, also whether a provider or a verdict was right about it. What a provider had taken back, and
 * says stands again, is with us by the same word.
 */
export function settleByHand(
  state: ExistingTransaction,
  { receiptId, isSaidBefore, caseId, at }: SettleByHand,
): ReviewDecision {
  const found = state.refunds.find((one) => one.receiptId === receiptId);
  const isStuck = found !== undefined && (found.state === "due" || found.state === "failed");
  const isGone = isTakenBack(state, receiptId);
  const standsAgain = isGone && isSaidToStand(state, receiptId);
  const isDue = isSaidBefore === true || !isGone || standsAgain;
  // Whether there is anything to give back is decided first.
  if (!isStuck || !isDue || isDenied(state, receiptId)) return refused("nothing-to-refund");
  const settled = settledBy(state, { receiptId, refundId: null, fee: null, caseId }, { at });
  if (!standsAgain) return accepted(settled);
  const { transactionId } = state.order;
  const here = { transactionId, of: "payment", receiptId, by: "recovered", caseId } as const;
  return accepted<TransactionEvent>(
    { type: "TransactionDebtSettled", v: 1, ...here, settledAt: at },
    settled,
  );
}

function isSaidToStand({ review }: ExistingTransaction, receiptId: string): boolean {
  return review.some((one) => isContestOfReceipt(one) && one.receiptId === receiptId);
}

/**
 * By it the word of the provider stands: what is contested has arrived, as much of it as was told, and so has a payout. Nobody tells what
 * its way cost.
 */
function close(state: ExistingTransaction, command: ResolveReview): ReviewDecision {
  const contested = state.refunds.filter(({ contestedId }) => contestedId !== undefined);
  const paidOut = state.refunds.filter((one) => isStillDue(state, one) && isPaidOut(state, one));
  const isUnderWay = [...contested, ...paidOut].some((one) => one.state === "requested");
  const open = state.review.filter((one) => isAsked(one, state) && !isContest(one));
  if (isUnderWay || open.length > 0) return refused("outcome-unknown");
  // Whether it is still owed where it had gone back before, two of the staff say.
  if (paidOut.length > 0 && state.status !== "payout-failed") return refused("money-is-owed");
  const settled = contested.map((refund) =>
    settledBy(state, arrivedOf(refund, state.review), command),
  );
  const completed = paidOut.length > 0 ? [completedBy(state, command)] : [];
  return accepted(resolved(state, command, "closed"), ...settled, ...completed);
}

function isStillDue(
  state: ExistingTransaction,
  { state: is, receiptId, contestedId }: Refund,
): boolean {
  if (is === "settled" || contestedId !== undefined) return false;
  return is === "requested" || !isTakenBack(state, receiptId);
}

/** The payout arrived: nothing goes back. */
function completedBy(
  state: ExistingTransaction,
  { day: completedDay, at: completedAt }: ResolveReview,
): TransactionEvent {
  const {
    order,
    payout: { payoutId },
  } = assumePayout(state);
  const { transactionId, accountId, transactionType, amountXof, amountSats } = order;
  const of = { transactionId, accountId, transactionType, amountXof, amountSats };
  const fee = amountIn(orderedOut(order).currency, 0n);
  return { type: "TransactionCompleted", v: 1, ...of, payoutId, fee, completedDay, completedAt };
}

function arrivedOf(
  refund: Refund,
  review: readonly ReviewQuestion[],
): Pick<EventOf<"TransactionRefundSettled">, "receiptId" | "refundId" | "fee" | "arrived"> {
  const { receiptId, contestedId: refundId = null, money } = refund;
  const { arrived } =
    review.findLast((one) => isContestOfRefund(one) && one.refundId === refundId) ?? {};
  const missing = arrived === undefined ? 0n : missingOf(expectedOf(refund), arrived);
  // What did not arrive went to the provider, out of the refund: it is still owed.
  const fee = amountIn(money.currency, missing > 0n ? missing : 0n);
  return { receiptId, refundId, fee, ...(arrived && { arrived }) };
}

function settledBy(
  { order: { transactionId } }: ExistingTransaction,
  of: Pick<
    EventOf<"TransactionRefundSettled">,
    "receiptId" | "refundId" | "fee" | "arrived" | "caseId"
  >,
  { at: settledAt }: Pick<ResolveReview, "at">,
): TransactionEvent {
  return { type: "TransactionRefundSettled", v: 1, transactionId, ...of, settledAt };
}

/** Orders a refund of each that is due, as many as have an id; refused where one of them has nowhere to go. */
function orderRefunds(
  state: ExistingTransaction,
  due: readonly Refund[],
  command: ResolveReview,
): ReviewDecision {
  const now = due.slice(0, command.refundIds.length);
  const refunds = now.flatMap((one, index) => {
    const refundId = command.refundIds[index];
    const destination = defaultDestination(state.order, one.money);
    if (refundId === undefined || destination === null) return [];
    const again = { ...one, reason: "review" as const };
    return [refundRequested(state, again, { refundId, destination, at: command.at })];
  });
  if (due.length === 0 || refunds.length < now.length) return refused("nothing-to-refund");
  const left = unanswered(state, due.slice(now.length), command.at);
  return accepted(resolved(state, command, "refund-ordered"), ...refunds, ...left);
}

/** What nobody knows yet, or waits for the next order, is asked on behind the end of a review, so that none is forgotten by it. */
function unanswered(
  state: ExistingTransaction,
  later: readonly Refund[],
  at: ResolveReview["at"],
): TransactionEvent[] {
  const isLater = (question: ReviewQuestion) =>
    later.some(({ receiptId }) => receiptId === question.receiptId) && !isResolved(question, state);
  return state.review
    .filter((one) => isAsked(one, state) || isLater(one))
    .map(({ reason, causeId, ...about }) => reviewRequested(state, reason, { causeId, at }, about));
}

function isAsked(question: ReviewQuestion, state: ExistingTransaction): boolean {
  const { reason } = question;
  const isOpen = reason === "outcome-unknown" || isContest(question) || isDenial(question);
  return isOpen && !isResolved(question, state);
}

function resolved(
  { order }: ExistingTransaction,
  { resolvedBy, at: resolvedAt }: ResolveReview,
  resolution: EventOf<"TransactionReviewResolved">["resolution"],
): TransactionEvent {
  const { transactionId } = order;
  return {
    type: "TransactionReviewResolved",
    v: 1,
    transactionId,
    resolvedBy,
    resolution,
    resolvedAt,
  };
}
