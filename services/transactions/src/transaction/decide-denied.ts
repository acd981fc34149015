import { amountIn, amountOf, type Money } from "@sanu/contracts";
import { accepted, type Decision, refused } from "@sanu/kernel";
import type { DecideDenied } from "./commands.ts";
import { isDenial } from "./contest.ts";
import { creditorOf, denialOf, isPaidOut, isTakenBack, stuckRefunds } from "./due.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { paid, payoutHeld } from "./paid.ts";
import { defaultDestination, refundRequested } from "./refund.ts";
import type { HoldRefusal } from "./refusals.ts";
import type { ExistingTransaction, PayoutHeld, Refund } from "./state.ts";

/**
 * Two of the staff say whether a receipt came that its provider denies, or as how much where it shows another amount. Where it never did,
 * that is a reversal: nothing of it is owed to anybody. Where it did as it was counted, what waited for that goes on.
 */
export function decideDenied(
  state: ExistingTransaction,
  command: DecideDenied,
): Decision<TransactionEvent, HoldRefusal> {
  const { receiptId, verdict } = command;
  const question = denialOf(state, receiptId);
  if (question?.denied === undefined) return refused("nothing-denied");
  const decided = decidedOf(state, command, question.denied);
  if (verdict === "arrived") return accepted(decided, ...goingOn(state, command));
  if (verdict === "never") {
    return accepted<TransactionEvent>(decided, reversed(command, decided, decided.money));
  }
  const { shown: came } = question;
  return came === undefined
    ? refused("nothing-denied")
    : decideOther(state, command, { ...decided, came });
}

function decidedOf(
  { order: { transactionId, paymentId } }: ExistingTransaction,
  { receiptId, verdict, caseId, at: decidedAt }: DecideDenied,
  money: Money,
): Decided {
  const said = verdict === "never" ? "never" : "arrived";
  const of = { v: 1, transactionId, paymentId, receiptId, money, caseId } as const;
  return { type: "TransactionReceiptDecided", ...of, verdict: said, decidedAt };
}

type Decided = EventOf<"TransactionReceiptDecided">;

function reversed(
  { at: reversedAt }: DecideDenied,
  { transactionId, receiptId, caseId }: Decided,
  money: Money,
): EventOf<"TransactionPaymentReversed"> {
  const of = { v: 1, transactionId, receiptId, caseId } as const;
  return { type: "TransactionPaymentReversed", ...of, money, reversedAt };
}

/**
 * It is not what was ordered, or not what was owed: what is still with us goes back as it came. Of what is out already its payer owes us
 * what did not come. What went back by hand of it is not given back again. What is under way is known first; what came beyond all that is
 * out is given back by hand, as counted (`came`).
 */
function decideOther(
  state: ExistingTransaction,
  command: DecideDenied,
  decided: Decided & { readonly came: Money },
): Decision<TransactionEvent, HoldRefusal> {
  const { receiptId, refundId, at } = command;
  const { came, money } = decided;
  const missing = amountOf(money) - amountOf(came);
  const due = withUs(state, receiptId, money);
  const destination = defaultDestination(state.order, came);
  if (due !== undefined && destination !== null) {
    const left = { ...due, money: amountIn(came.currency, amountOf(due.money) - missing) };
    // Nothing is left to give back of what came where more was given back by hand.
    if (amountOf(left.money) <= 0n) return refused("nothing-denied");
    const refund = refundRequested(state, left, { refundId, destination, at });
    return accepted<TransactionEvent>(decided, refund);
  }
  if (creditorOf(state, receiptId) !== undefined || missing <= 0n) return refused("nothing-denied");
  const part = reversed(command, decided, amountIn(money.currency, missing));
  return accepted<TransactionEvent>(decided, { ...part, isPart: true });
}

/** What is owed of a receipt and nobody moves: held, or not given back so far. */
function withUs(
  state: ExistingTransaction,
  receiptId: string,
  money: Money,
): Pick<Refund, "receiptId" | "reason" | "money"> | undefined {
  const due = stuckBesides(state).find((one) => one.receiptId === receiptId);
  if (due !== undefined) return due;
  const isHeld = state.status === "payout-held" && state.orderedReceiptId === receiptId;
  const isKnown = state.refunds.some((one) => one.receiptId === receiptId);
  if (!isHeld || isKnown || isPaidOut(state, { receiptId })) return undefined;
  return isTakenBack(state, receiptId) ? undefined : { receiptId, reason: "payout-failed", money };
}

/** The payout that was held for it alone, or the refund that nobody has ordered because of it. */
function goingOn(state: ExistingTransaction, command: DecideDenied): readonly TransactionEvent[] {
  const { receiptId, refundId, isSuspended, at } = command;
  const due = dueBecauseOfIt(state, receiptId);
  if (due !== undefined) {
    const destination = defaultDestination(state.order, due.money);
    return destination === null ? [] : [refundRequested(state, due, { refundId, destination, at })];
  }
  if (!isHeldFor(state, receiptId)) return [];
  if (isSuspended !== true) return [paid(state.order, command, state.withheld)];
  const payoutId = state.withheld.at(-1) ?? null;
  return [payoutHeld(state.order, { receiptId, payoutId, cause: "account-suspended", at })];
}

/** Its payout has failed meanwhile. Whatever else is due waits for another decision. */
function dueBecauseOfIt(state: ExistingTransaction, receiptId: string): Refund | undefined {
  return stuckBesides(state).find(
    (one) => one.receiptId === receiptId && one.state === "due" && one.reason === "payout-failed",
  );
}

/** What nobody moves for another reason than that its provider denies it. */
function stuckBesides(state: ExistingTransaction): readonly Refund[] {
  const review = state.review.filter((one) => !isDenial(one));
  return stuckRefunds({ ...state, review });
}

/** What goes back already, as another amount by an earlier verdict, is not sent as well. */
function isHeldFor(state: ExistingTransaction, receiptId: string): state is PayoutHeld {
  if (state.status !== "payout-held" || state.heldFor !== "payment-denied") return false;
  const goesBack = state.refunds.some((one) => one.receiptId === receiptId);
  return state.orderedReceiptId === receiptId && !goesBack;
}
