import { amountIn, amountOf } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import {
  assumeEndable,
  assumeHoldable,
  assumePaid,
  assumePayable,
  assumePayout,
  assumePending,
  assumePlaced,
} from "./assume.ts";
import { isContestOfReceipt, isContestOfRefund, isDenial } from "./contest.ts";
import { creditorOf, missingFrom } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { withDebtSettled } from "./evolve-debt.ts";
import { evolveRefund, withContest, withReceipt, withRefund } from "./evolve-refund.ts";
import { questionOf } from "./review.ts";
import {
  type Completed,
  type ExistingTransaction,
  type PayoutHeld,
  type Pending,
  type Placed,
  payoutOf,
  type Refund,
  type Reversal,
  type ReversedPayment,
  type ReviewQuestion,
  type Transaction,
} from "./state.ts";

export function evolve(state: Transaction, event: TransactionEvent): Transaction {
  switch (event.type) {
    case "TransactionCreated":
      return create(event);
    case "TransactionPaymentLinked":
      return { ...assumePending(state), isLinked: true };
    case "TransactionCancelRequested":
      return { ...assumePending(state), isCancelRequested: true };
    case "TransactionPaid": {
      const { payoutId, payoutReference, receiptId } = event;
      const payout = { payoutId, payoutReference, receiptId };
      return { ...withOrdered(assumePayable(state), receiptId), status: "paid", payout };
    }
    case "TransactionHoldRequested": {
      const paid = assumePaid(state);
      return { ...paid, payout: { ...paid.payout, isHoldRequested: true } };
    }
    case "TransactionPayoutHeld":
      return holdPayout(assumeHoldable(state), event);
    case "TransactionPaymentHeld":
      return { ...withReceipt(placedOf(assumePending(state)), event.receiptId), status: "held" };
    case "TransactionPaymentFailed": {
      const { reason } = event;
      return { ...placedOf(assumePending(state)), status: "payment-failed", reason };
    }
    case "TransactionPayoutFailed":
      return { ...assumePaid(state), status: "payout-failed" };
    case "TransactionRefundRequested":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
      return evolveRefund(assumePlaced(state), event);
    case "TransactionRefundReversed":
      return withPartBack(evolveRefund(assumePlaced(state), event), event.receiptId);
    case "TransactionPaymentReversed": {
      const { receiptId, money, isPart } = event;
      const decided = withDecision(assumePlaced(state), receiptId);
      return withReversal(decided, { of: "payment", receiptId, money, ...(isPart && { isPart }) });
    }
    case "TransactionReceiptDecided":
      return withCame(withDecision(assumePlaced(state), event.receiptId), event);
    case "TransactionPayoutReversed":
      return withReversal(assumePlaced(state), { of: "payout", money: event.money });
    case "TransactionDebtSettled":
      return withDebtSettled(assumePlaced(state), event);
    case "TransactionCompleted":
      return complete(state);
    case "TransactionFailed": {
      const endable = assumeEndable(state);
      return { ...placedOf(endable), status: "failed", payout: payoutOf(endable) };
    }
    case "TransactionReviewRequested":
      return withReview(assumePlaced(state), event);
    case "TransactionReviewResolved":
      return { ...assumePlaced(state), review: [] };
    default:
      return unreachable(event);
  }
}

function create(event: EventOf<"TransactionCreated">): Pending {
  const { type: _type, v: _v, ...order } = event;
  const none = { receiptIds: [], refunds: [], reversals: [], came: [], review: [], withheld: [] };
  const placed = { order, ...none, orderedReceiptId: null };
  return { ...placed, status: "pending", isLinked: false, isCancelRequested: false };
}

/**
 * That the payout arrived after all ends the refund that was due because of its failure. One that was ordered is remembered: whoever says
 * later that it arrived as well is heard.
 */
function complete(state: Transaction): Completed {
  const { payout, ...before } = assumePayout(state);
  const refunds = before.refunds.flatMap((one): readonly Refund[] => {
    if (one.reason !== "payout-failed") return [one];
    return one.refundIds.length > 0 ? [{ ...one, state: "settled" }] : [];
  });
  return { ...before, refunds, status: "completed", payout };
}

function withReview(
  state: ExistingTransaction,
  event: EventOf<"TransactionReviewRequested">,
): ExistingTransaction {
  const { receiptId, refund } = event;
  const question = questionOf(event);
  // What its provider said of that receipt before is overtaken by what it says now.
  const { review } = isDenial(question) && receiptId ? withDecision(state, receiptId) : state;
  const asked = { ...state, review: [...review, question] };
  if (receiptId === null) return asked;
  // Whatever came in is known from its first word on, and can be reversed.
  const known = withStanding(withReceipt(asked, receiptId), question);
  if (refund === null) return isContestOfRefund(question) ? withContest(known, question) : known;
  return withRefund(known, { ...refund, receiptId, state: "due", refundIds: [] });
}

function withStanding(state: ExistingTransaction, question: ReviewQuestion): ExistingTransaction {
  if (!isContestOfReceipt(question)) return state;
  const reversals = state.reversals.map((one) =>
    one.of === "payment" && one.receiptId === question.receiptId
      ? ({ ...one, isSaidToStand: true } as const)
      : one,
  );
  return { ...state, reversals };
}

/** What stays of a transaction when its status changes. */
function placedOf(state: Placed): Placed {
  const { order, receiptIds, refunds, reversals, came, orderedReceiptId, withheld, review } = state;
  return { order, receiptIds, refunds, reversals, came, orderedReceiptId, withheld, review };
}

function withOrdered(state: Placed, receiptId: string): Placed {
  return { ...withReceipt(placedOf(state), receiptId), orderedReceiptId: receiptId };
}

function holdPayout(
  state: Placed,
  { receiptId, payoutId, cause }: EventOf<"TransactionPayoutHeld">,
): PayoutHeld {
  const isNew = payoutId !== null && !state.withheld.includes(payoutId);
  const withheld = isNew ? [...state.withheld, payoutId] : state.withheld;
  const held = { ...withOrdered(state, receiptId), withheld, status: "payout-held" } as const;
  return cause === undefined ? held : { ...held, heldFor: cause };
}

/** Nobody has to say any more whether that receipt came. */
function withDecision(state: ExistingTransaction, receiptId: string): ExistingTransaction {
  const review = state.review.map((one) =>
    isDenial(one) && one.receiptId === receiptId ? ({ ...one, isDecided: true } as const) : one,
  );
  return { ...state, review };
}

/** What is owed of a receipt that came as another amount is that amount, less what was given back of it by hand. */
function withCame(
  before: ExistingTransaction,
  { receiptId, money: counted, came: money }: EventOf<"TransactionReceiptDecided">,
): ExistingTransaction {
  if (money === undefined) return before;
  const others = before.came.filter((one) => one.receiptId !== receiptId);
  const state = { ...before, came: [...others, { receiptId, money }] };
  if (creditorOf(state, receiptId) === undefined) return state;
  const found = state.refunds.find((one) => one.receiptId === receiptId);
  const due = { receiptId, reason: "payout-failed", state: "due", refundIds: [] } as const;
  if (found === undefined) return withRefund(state, { ...due, money });
  return withRefund(state, lessBy(found, amountOf(counted) - amountOf(money)));
}

function lessBy(refund: Refund, amount: bigint): Refund {
  const { money } = refund;
  return { ...refund, money: amountIn(money.currency, amountOf(money) - amount) };
}

/** Of a refund that is with us again, what never came is ours: its payer owes us nothing for it any more, and is owed the rest. */
function withPartBack(state: ExistingTransaction, receiptId: string): ExistingTransaction {
  const part = state.reversals.find(
    (one): one is ReversedPayment =>
      one.of === "payment" && one.receiptId === receiptId && one.isPart === true,
  );
  const refund = state.refunds.find((one) => one.receiptId === receiptId);
  if (part === undefined || refund === undefined) return state;
  const { writtenOff: _lost, recovered = 0n, ...known } = part;
  const settled = { ...known, recovered, money: amountIn(known.money.currency, recovered) };
  const reversals = state.reversals.map((one) => (one === part ? settled : one));
  return withRefund({ ...state, reversals }, lessBy(refund, missingFrom(part)));
}

/** What is taken back of the rest of a receipt that came as less goes with what never came of it. */
function withReversal(state: ExistingTransaction, reversal: Reversal): ExistingTransaction {
  const { reversals } = state;
  const place = reversals.findIndex(
    (one) =>
      one.of === "payment" && reversal.of === "payment" && one.receiptId === reversal.receiptId,
  );
  const part = reversals[place];
  if (part?.of !== "payment") return { ...state, reversals: [...reversals, reversal] };
  const { isPart: _isPart, ...known } = part;
  const { currency } = known.money;
  const money = amountIn(currency, amountOf(known.money) + amountOf(reversal.money));
  const isPart = reversal.of === "payment" && reversal.isPart === true && { isPart: true as const };
  const parts = [...(part.parts ?? [amountOf(part.money)]), amountOf(money)];
  return { ...state, reversals: reversals.with(place, { ...known, ...isPart, money, parts }) };
}
