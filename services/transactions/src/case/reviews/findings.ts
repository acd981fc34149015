import type { CaseKind, Money, ReviewReason } from "@sanu/contracts";
import type { CaseId, Instant } from "@sanu/kernel";
import { isDenial } from "../../transaction/contest.ts";
import { orderedIn, orderedOut } from "../../transaction/money.ts";
import {
  type ExistingTransaction,
  payoutOf,
  type ReviewQuestion,
} from "../../transaction/state.ts";
import { caseIdOf } from "../keys/case-id.ts";
import type { Found } from "../state.ts";

const kinds: Readonly<Record<ReviewReason, CaseKind>> = {
  "outcome-unknown": "outcome-unknown",
  "refund-failed": "refund-failed",
  "return-address-needed": "refund-address-needed",
  "contradicting-facts": "contradicting-facts",
  // Nobody asks for these any more; who still waits for an answer has money to get back.
  "payout-failed": "refund-failed",
  "payment-late": "refund-failed",
  "payment-duplicate": "refund-failed",
  "payment-amount-mismatch": "refund-failed",
};

/** Every question of a review is a case of its own. */
export function caseIdOfQuestion(
  { order: { transactionId } }: ExistingTransaction,
  { reason, about, receiptId, causeId }: ReviewQuestion,
): CaseId {
  return caseIdOf("review", transactionId, reason, about, receiptId, causeId);
}

export function foundIn(
  state: ExistingTransaction,
  question: ReviewQuestion,
  since: Instant,
): Found {
  const { transactionId } = state.order;
  return {
    caseId: caseIdOfQuestion(state, question),
    kind: kindOf(state, question),
    transactionId,
    ...stakeOf(state, question),
    since,
  };
}

/** A refund that had settled and came back is told apart from one that never arrived, a receipt that never came, or as another amount, from other words. */
function kindOf({ refunds }: ExistingTransaction, question: ReviewQuestion): CaseKind {
  const { reason, receiptId } = question;
  if (isDenial(question)) {
    return question.shown === undefined ? "payment-denied" : "payment-amount-differs";
  }
  const refund = refunds.find((one) => one.receiptId === receiptId);
  const isReversed = reason === "refund-failed" && refund?.isReversed === true;
  return isReversed ? "refund-reversed" : kinds[reason];
}

function stakeOf(
  state: ExistingTransaction,
  { about, receiptId, refundId: named, denied, shown }: ReviewQuestion,
): Pick<Found, "subject" | "money" | "shown"> {
  const { order, refunds } = state;
  const whole = { kind: "transaction", id: order.transactionId } as const;
  if (denied !== undefined && receiptId !== null) {
    const stake = { subject: { kind: "receipt", id: receiptId }, money: denied } as const;
    return shown === undefined ? stake : { ...stake, shown };
  }
  switch (about) {
    case "payment": {
      const subject = { kind: "payment", id: order.paymentId } as const;
      if (receiptId === null) return { subject, money: orderedIn(order) };
      // Of a receipt that stands again before it is owed to anybody nothing is given by hand.
      const found = refunds.find((one) => one.receiptId === receiptId);
      const isStuck = found?.state === "due" || found?.state === "failed";
      return { subject, money: isStuck ? found.money : null };
    }
    case "payout": {
      const payout = payoutOf(state);
      const subject = payout === null ? whole : ({ kind: "payout", id: payout.payoutId } as const);
      return { subject, money: orderedOut(order) };
    }
    case "refund": {
      const refund = refunds.find((one) => one.receiptId === receiptId);
      const refundId = named ?? refund?.refundIds.at(-1);
      const money: Money | null = refund?.money ?? null;
      if (refundId === undefined) return { subject: whole, money };
      return { subject: { kind: "refund", id: refundId }, money };
    }
    case null:
      return { subject: whole, money: null };
  }
}
