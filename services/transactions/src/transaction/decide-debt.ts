import { accepted, type Decision, refused } from "@sanu/kernel";
import type { SettleDebt } from "./commands.ts";
import { receivableOf } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { expectedOf, missingOf } from "./money.ts";
import type { ReviewRefusal } from "./refusals.ts";
import { isOfFailed, isResolved, reviewRequested } from "./review.ts";
import type { ExistingTransaction } from "./state.ts";

/** What a provider moved back leaves a debt of ours or of the payer; it ends once, and only while it is there. */
export function settleDebt(
  state: ExistingTransaction,
  { of, receiptId, by, caseId, at: settledAt }: SettleDebt,
): Decision<TransactionEvent, ReviewRefusal> {
  if (!isOpenDebt(state, { of, receiptId, by })) return refused("nothing-to-refund");
  const { transactionId } = state.order;
  const settled = { transactionId, of, receiptId, by, caseId, settledAt };
  return accepted<TransactionEvent>(
    { type: "TransactionDebtSettled", v: 1, ...settled },
    ...stillAsked(state, { of, receiptId, caseId, at: settledAt }),
  );
}

/** Of a refund that came back, less is owed now: its case says so, in place of the one that named all of it. */
function stillAsked(
  state: ExistingTransaction,
  { of, receiptId, caseId: causeId, at }: Pick<SettleDebt, "of" | "receiptId" | "caseId" | "at">,
): readonly TransactionEvent[] {
  const refund = state.refunds.find((one) => of === "refund" && one.receiptId === receiptId);
  if (refund?.short === undefined) return [];
  const asked = state.review.find((one) => isOfFailed(one, receiptId) && !isResolved(one, state));
  if (asked === undefined) return [];
  const about = { about: "refund", receiptId } as const;
  return [reviewRequested(state, asked.reason, { causeId, at }, about)];
}

function isOpenDebt(
  state: ExistingTransaction,
  { of, receiptId, by }: Pick<SettleDebt, "of" | "receiptId" | "by">,
): boolean {
  const { status, refunds, reversals } = state;
  const isByHand = by === "paid-by-hand";
  switch (of) {
    case "payout": {
      const reversal = reversals.find((one) => one.of === "payout");
      return isByHand && status === "completed" && reversal?.end === undefined && !!reversal;
    }
    case "refund": {
      const refund = refunds.find((one) => one.receiptId === receiptId);
      if (!isByHand || refund === undefined) return false;
      // It came back before anybody agreed that the rest of it was given by hand.
      if (refund.short !== undefined) return true;
      if (refund.state !== "settled" || refund.arrived === undefined) return false;
      return refund.isMadeWhole !== true && missingOf(expectedOf(refund), refund.arrived) > 0n;
    }
    case "payment": {
      const reversal = reversals.find((one) => one.of === "payment" && one.receiptId === receiptId);
      if (isByHand || reversal?.of !== "payment") return false;
      return receivableOf(state, reversal) > 0n;
    }
  }
}
