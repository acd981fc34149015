import { fold, newId } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SettleRefund } from "../../transaction/commands.ts";
import { transaction } from "../../transaction/decide.ts";
import type { TransactionEvent } from "../../transaction/events.ts";
import { example, francs, settleRefund } from "../../transaction/example-commands.fixture.ts";
import * as happened from "../../transaction/example-events.fixture.ts";
import { amountOf, moneyDueOf } from "../../transaction/money.ts";
import { entriesOf } from "./projection.ts";

const { transactionId, refundId, at } = example;
const whole = 10_000n;

const madeWhole: TransactionEvent = {
  type: "TransactionDebtSettled",
  v: 1,
  transactionId,
  of: "refund",
  receiptId: "receipt-1",
  by: "paid-by-hand",
  caseId: newId<"CaseId">(),
  settledAt: at,
};

const backWith = (amount: bigint): TransactionEvent => ({
  type: "TransactionRefundReversed",
  v: 1,
  transactionId,
  receiptId: "receipt-1",
  refundId,
  money: francs(amount),
  reversedAt: at,
});

/** What transactions records of what a rail says of a refund. */
function settled(history: readonly TransactionEvent[], said: SettleRefund) {
  const decision = transaction.decide(fold(transaction, history), said);
  if (decision.kind !== "accepted") throw new Error(`A refund is ${decision.kind}`);
  return decision.events.filter(({ type }) => type === "TransactionRefundSettled");
}

const balanceOf = (
  events: readonly TransactionEvent[],
  account: "gateway_float" | "user_payable",
) =>
  events
    .flatMap((_, place) => entriesOf(events, place))
    .filter(({ currency }) => currency === "XOF")
    .reduce((sum, row) => sum + row[account], 0n);

it("whatever arrived of a refund, was paid by hand and came back: the books hold what lies with us, and owe what goes back", () => {
  const amount = (max: bigint) => fc.bigInt({ min: 1n, max });
  fc.assert(
    fc.property(amount(10_100n), fc.boolean(), amount(10_100n), (arrived, isByHand, back) => {
      const sent = settled(happened.lostPayout, { ...settleRefund, money: francs(arrived) });
      const byHand = isByHand && arrived < whole ? [madeWhole] : [];
      const events = [...happened.lostPayout, ...sent, ...byHand, backWith(back)];
      const leftUs = arrived > whole ? arrived : whole;
      const paidByHand = byHand.length > 0 ? whole - arrived : 0n;
      expect(balanceOf(events, "gateway_float")).toBe(whole - leftUs - paidByHand + back);

      const state = fold(transaction, events);
      const [refund] = state.status === "none" ? [] : state.refunds;
      if (refund === undefined) throw new Error("There is no refund");
      const due = amountOf(moneyDueOf(refund));
      expect(balanceOf(events, "user_payable")).toBe(0n - due);
      // With what the payer has, it is never more than came in.
      const has = arrived + paidByHand - (back < arrived ? back : arrived);
      expect(due + has <= (has > whole ? has : whole)).toBe(true);
    }),
  );
});
