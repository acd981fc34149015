import { amountOf, type CountedReceipt, isSameMoney, type Money } from "@sanu/contracts";
import { accepted, type Decision, nothingNew } from "@sanu/kernel";
import type { ReportContradiction } from "./commands.ts";
import { cameOf, creditorOf, denialOf, isTakenBack, missingFrom } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { holdRequested } from "./hold-requested.ts";
import { expectedOf } from "./money.ts";
import { type Cause, review, reviewRequested } from "./review.ts";
import { type ExistingTransaction, payoutOf, type Refund, type ReversedPayment } from "./state.ts";

/**
 * The provider says otherwise than two of the staff said: a person looks again, and nothing moves before. Money that came
 * for an order that ended without any is owed from here on; where other money of the order is known, it may be that one.
 * A refund that arrived after all is contested: nothing more goes out of it by itself; nor does what was to go back of a payout that
 * arrived after all. A receipt that stands again behind its reversal is its payer's, once two of the staff say so. One that never came
 * is asked about by its name, or that came as another amount, and until it is decided nothing is sent for it that nobody was asked to send
 * yet.
 */
export function decideContradiction(
  state: ExistingTransaction,
  command: ReportContradiction,
): Decision<TransactionEvent, never> {
  const { receipt, found, refundId, payoutId } = command;
  const counted = countedIn(state, command);
  const denied = found === "never" ? counted : counted.filter(isOther);
  if (denied.length > 0) return askedIfDenied(state, denied, command);
  if (isAsCounted(state, counted)) return nothingNew();
  const paidFrom = receiptBehind(state, payoutId);
  if (found === "arrived" && paidFrom !== null) {
    const isBackByHand = state.refunds.some((one) => one.receiptId === paidFrom && isByHand(one));
    // A question about the payout would count as answered by that in the same moment, and nobody would look.
    if (isBackByHand) return review(state, "contradicting-facts", command, { receiptId: paidFrom });
    const about = { about: "payout", receiptId: paidFrom } as const;
    return review(state, "contradicting-facts", command, about);
  }
  const refund = state.refunds.find(
    ({ refundIds }) => refundId !== null && refundIds.includes(refundId),
  );
  if (found === "arrived" && refund !== undefined && refundId !== null) {
    const { receiptId } = refund;
    // It was given back by hand before: it may be back twice.
    if (isByHand(refund)) return review(state, "contradicting-facts", command, { receiptId });
    const about = {
      about: "refund",
      receiptId,
      refundId,
      arrived: partOf(refund, command),
    } as const;
    return review(state, "contradicting-facts", command, about);
  }
  if (receipt === null) {
    const isOfPayment = refundId === null && payoutId === null;
    const restored = found === "arrived" && isOfPayment ? restoredReceipt(state) : {};
    return review(state, "contradicting-facts", command, restored);
  }
  const { receiptId, money } = receipt;
  const isKnown = state.receiptIds.includes(receiptId);
  if (isKnown || payoutOf(state) !== null || isHeld(state)) {
    return review(state, "contradicting-facts", command, { receiptId });
  }
  return accepted(
    reviewRequested(state, "contradicting-facts", command, {
      about: "refund",
      receiptId,
      refund: { money, reason: "payment-late" },
    }),
  );
}

/**
 * What is known of it and still with us; what its provider took back anyway is no news. Payments may have said it before it knew that two of
 * the staff had said another amount: against that its provider's word is weighed.
 */
function countedIn(
  state: ExistingTransaction,
  { counted = [] }: ReportContradiction,
): readonly CountedReceipt[] {
  return counted
    .filter(
      ({ receiptId }) => state.receiptIds.includes(receiptId) && !isTakenBack(state, receiptId),
    )
    .map((one) => {
      const came = cameOf(state, one.receiptId);
      return came === undefined ? one : { ...one, money: came, shown: one.shown ?? one.money };
    });
}

function isOther({ money, shown }: CountedReceipt): boolean {
  return shown !== undefined && !isSameMoney(shown, money);
}

/** What was counted is shown again in its amount: that is what stands in the books, and what is asked about it stays asked. */
function isAsCounted(state: ExistingTransaction, counted: readonly CountedReceipt[]): boolean {
  const isNeverSaid = ({ receiptId }: CountedReceipt) => {
    const question = denialOf(state, receiptId);
    return question !== undefined && question.shown === undefined;
  };
  return counted.length > 0 && !counted.some(isNeverSaid);
}

/** Of each receipt once for as long as its provider says the same of it and nobody has decided. */
function askedIfDenied(
  state: ExistingTransaction,
  counted: readonly CountedReceipt[],
  command: ReportContradiction,
): Decision<TransactionEvent, never> {
  const { at, found } = command;
  const [first, ...others] = counted
    .map((one): CountedReceipt => {
      // Of what is shown as nothing there is nothing to give back: it never came.
      const isNothing = found === "never" || (one.shown && amountOf(one.shown) === 0n);
      return isNothing ? { ...one, shown: undefined } : one;
    })
    .filter((one) => !isAskedAlike(state, one))
    .flatMap(({ receiptId, money: denied, shown }) => [
      reviewRequested(state, "contradicting-facts", command, {
        about: "payment",
        receiptId,
        denied,
        ...(shown && { shown }),
      }),
      ...holdRequested(state, receiptId, at),
    ]);
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function isAskedAlike(
  state: ExistingTransaction,
  { receiptId, shown }: Pick<CountedReceipt, "receiptId" | "shown">,
): boolean {
  const question = denialOf(state, receiptId);
  if (question === undefined) return false;
  if (question.shown === undefined || shown === undefined) return question.shown === shown;
  return isSameMoney(question.shown, shown);
}

/** Whether two of the staff gave it back outside our rails. */
function isByHand({ state, settledBy }: Refund): boolean {
  return state === "settled" && settledBy === undefined;
}

/** What was paid out by it, also by one that was held. */
function receiptBehind(
  state: ExistingTransaction,
  payoutId: ReportContradiction["payoutId"],
): string | null {
  if (payoutId === null) return null;
  const payout = payoutOf(state);
  if (payout?.payoutId === payoutId) return payout.receiptId;
  return state.withheld.includes(payoutId) ? state.orderedReceiptId : null;
}

/**
 * What was taken back from us, and was owed to its payer before: if it stands again, it is owed to him, however the order has ended. Before
 * that it can still be paid out or refunded; once neither comes of it, that is asked (`askedIfRestored`). Nothing where that is none of what was
 * taken back, or it could be several: then the staff finds out.
 */
function restoredReceipt(
  state: ExistingTransaction,
): Partial<Pick<EventOf<"TransactionReviewRequested">, "about" | "receiptId" | "refund">> {
  const [one, ...others] = state.reversals.filter(
    (reversal): reversal is ReversedPayment =>
      reversal.of === "payment" &&
      missingFrom(reversal) > 0n &&
      creditorOf(state, reversal.receiptId) !== undefined,
  );
  if (one === undefined || others.length > 0) return {};
  const { receiptId, money } = one;
  const isKnown = state.refunds.some((refund) => refund.receiptId === receiptId);
  const isNew = state.status === "failed" && !isKnown;
  const refund = isNew ? ({ money, reason: "payout-failed" } as const) : null;
  return { about: "payment", receiptId, refund };
}

/** Behind money that will not go out and was taken back: where its provider said before that it stands again, its payer may have to get it. */
export function askedIfRestored(
  state: ExistingTransaction,
  cause: Cause,
  { receiptId, money }: { readonly receiptId: string; readonly money?: Money },
): readonly TransactionEvent[] {
  const isRestored = state.reversals.some(
    (one) => one.of === "payment" && one.receiptId === receiptId && one.isSaidToStand === true,
  );
  if (!isRestored || !isTakenBack(state, receiptId)) return [];
  const refund = money === undefined ? null : ({ money, reason: "payout-failed" } as const);
  const about = { about: "payment", receiptId, refund } as const;
  return [reviewRequested(state, "contradicting-facts", cause, about)];
}

/** What arrived by that word where it is another amount than had to. */
function partOf(refund: Refund, { arrived }: ReportContradiction): Money | undefined {
  const expected = expectedOf(refund);
  const isSameCurrency = arrived !== undefined && arrived.currency === expected.currency;
  return isSameCurrency && !isSameMoney(arrived, expected) ? arrived : undefined;
}

function isHeld({ status }: ExistingTransaction): boolean {
  return status === "held" || status === "payout-held";
}
