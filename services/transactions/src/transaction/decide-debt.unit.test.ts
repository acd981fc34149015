import { newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { caseIdOf } from "../case/keys/case-id.ts";
import { debtOf } from "../case/reversals/cases-of-reversals.ts";
import { entriesOf } from "../projections/books/projection.ts";
import type { SettleDebt } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";
import { example, francs } from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";

const { given } = specify(transaction);
const { transactionId, paymentId, payoutId, refundId, at } = example;
const { created, paid, completed } = happened;
const ofReversal = { v: 1, transactionId, money: francs(10_000n), reversedAt: at } as const;
const taken: TransactionEvent = {
  type: "TransactionPaymentReversed",
  ...ofReversal,
  receiptId: "receipt-1",
};
const back: TransactionEvent = { type: "TransactionPayoutReversed", ...ofReversal, payoutId };
const short: TransactionEvent = { ...happened.refundSettled(), arrived: francs(9_900n) };
const caseId = newId<"CaseId">();

type Said = Pick<SettleDebt, "of" | "receiptId" | "by">;
const settle = (said: Said): SettleDebt => ({ kind: "settle-debt", ...said, caseId, at });
const settled = (said: Said): TransactionEvent => ({
  type: "TransactionDebtSettled",
  v: 1,
  transactionId,
  ...said,
  caseId,
  settledAt: at,
});
const ofPayment = { of: "payment", receiptId: "receipt-1" } as const;
const ofPayout = { of: "payout", receiptId: null } as const;
const ofRefund = { of: "refund", receiptId: "receipt-1" } as const;

describe("what a provider left by its change", () => {
  it.each<readonly [string, Said, readonly TransactionEvent[]]>([
    ["its payer paid again", { ...ofPayment, by: "recovered" }, [created, paid, completed, taken]],
    [
      "its payer never will pay",
      { ...ofPayment, by: "written-off" },
      [created, paid, completed, taken],
    ],
    ["the customer has it", { ...ofPayout, by: "paid-by-hand" }, [created, paid, completed, back]],
    [
      "the customer has the rest",
      { ...ofRefund, by: "paid-by-hand" },
      [...happened.lostPayout, short, happened.lost],
    ],
  ])("ends once: %s", (_what, said, history) => {
    given(...history)
      .when(settle(said))
      .thenAccepted(settled(said));
    given(...history, settled(said))
      .when(settle(said))
      .thenRefused("nothing-to-refund");
    given(...history.filter((one) => one !== taken && one !== back && one !== short))
      .when(settle(said))
      .thenRefused("nothing-to-refund");
  });

  it("is owed on where its refund came back before anybody agreed, and all of that is asked anew without it", () => {
    const said = { ...ofRefund, by: "paid-by-hand" } as const;
    const cameBack: TransactionEvent = {
      type: "TransactionRefundReversed",
      ...ofReversal,
      receiptId: "receipt-1",
      refundId,
    };
    const history = [...happened.lostPayout, short, happened.lost, cameBack];
    const asked = happened.refundAsked("fact-9");
    const state = given(...history, asked)
      .when(settle(said))
      .thenAccepted(settled(said), { ...asked, causeId: caseId });
    expect(state).toMatchObject({
      refunds: [{ state: "failed", money: francs(9_900n) }],
      review: [{ causeId: caseId }],
    });
    given(...history, asked, settled(said), { ...asked, causeId: caseId })
      .when(settle(said))
      .thenRefused("nothing-to-refund");
    // Its payer has all of it by his provider, and owes what went by hand.
    given(...history, taken)
      .when(settle(said))
      .thenAccepted(settled(said));
    given(...history, asked, happened.refundedByHand)
      .when(settle(said))
      .thenRefused("nothing-to-refund");
  });

  it("is asked anew for its own receipt and in its own words, whatever else is asked and owed", () => {
    const [second = refundId] = examples.resolve.refundIds;
    const other = { receiptId: "receipt-2", refundId: second } as const;
    const said = { of: "refund", receiptId: "receipt-2", by: "paid-by-hand" } as const;
    const cameBack: TransactionEvent = {
      type: "TransactionRefundReversed",
      ...ofReversal,
      ...other,
    };
    const asked: TransactionEvent = { ...happened.refundAsked("fact-9"), receiptId: "receipt-2" };
    given(
      ...happened.lostPayout,
      happened.refundSettled(),
      happened.lost,
      happened.refunded({ ...other, reason: "payment-late" }),
      { ...happened.refundSettled("receipt-2", second), arrived: francs(9_900n) },
      happened.reviewed("contradicting-facts", "fact-8"),
      cameBack,
      asked,
    )
      .when(settle(said))
      .thenAccepted(settled(said), { ...asked, causeId: caseId });
  });

  it.each([
    [1n, 9_999n, true],
    [0n, 10_000n, false],
    [-1n, 10_001n, false],
  ])(
    "is a debt of ours where %s francs of a refund did not arrive",
    (_missing, arrived, isDebt) => {
      const said = { ...ofRefund, by: "paid-by-hand" } as const;
      const then = given(
        ...happened.lostPayout,
        { ...happened.refundSettled(), arrived: francs(arrived) },
        happened.lost,
      ).when(settle(said));
      if (isDebt) then.thenAccepted(settled(said));
      else then.thenRefused("nothing-to-refund");
    },
  );

  it("is the payer's to the last franc, and each receipt's by itself", () => {
    const oneFranc: TransactionEvent = { ...taken, money: francs(1n) };
    const ofOther = { of: "payment", receiptId: "receipt-2", by: "recovered" } as const;
    const ofFirst = { ...ofPayment, by: "recovered" } as const;
    const history = [created, paid, completed, oneFranc];
    given(...history)
      .when(settle(ofFirst))
      .thenAccepted(settled(ofFirst));
    const late = happened.refunded({ receiptId: "receipt-2", reason: "payment-late" });
    const both = [
      ...history,
      late,
      happened.refundSettled("receipt-2"),
      { ...taken, receiptId: "receipt-2" },
      settled(ofFirst),
    ];
    given(...both)
      .when(settle(ofFirst))
      .thenRefused("nothing-to-refund");
    given(...both)
      .when(settle(ofOther))
      .thenAccepted(settled(ofOther));
  });

  it("is nobody's debt while it was owed to its payer, who has it back by that", () => {
    given(created, paid, taken)
      .when(settle({ ...ofPayment, by: "recovered" }))
      .thenRefused("nothing-to-refund");
  });

  it.each([
    ["recovered", { receivable: 9_900n, losses: 0n }],
    ["written-off", { receivable: 9_900n, losses: 100n }],
  ] as const)(
    "grows and ends again where the money of a %s debt goes out all the same",
    (by, due) => {
      const [again = refundId] = examples.resolve.refundIds;
      const cameBack: TransactionEvent = {
        type: "TransactionRefundReversed",
        ...ofReversal,
        receiptId: "receipt-1",
        refundId,
      };
      const underWay: readonly TransactionEvent[] = [
        ...happened.lostPayout,
        short,
        happened.lost,
        settled({ ...ofRefund, by: "paid-by-hand" }),
        cameBack,
        {
          ...happened.refunded({ refundId: again, reason: "review", earlierRefundIds: [refundId] }),
          money: francs(9_900n),
        },
      ];
      const ended = [...underWay, taken, settled({ ...ofPayment, by })];
      given(...underWay, taken)
        .when(settle({ ...ofPayment, by }))
        .thenAccepted(settled({ ...ofPayment, by }));
      given(...ended)
        .when(settle({ ...ofPayment, by }))
        .thenRefused("nothing-to-refund");
      const arrived = [...ended, happened.refundSettled("receipt-1", again)];
      const left = { receivable: 0n, losses: 0n };
      for (const place of arrived.keys()) {
        for (const { currency, receivable, losses } of entriesOf(arrived, place)) {
          if (currency !== "XOF") continue;
          left.receivable += receivable;
          left.losses += losses;
        }
      }
      expect(left).toEqual(due);
      given(...arrived)
        .when(settle({ ...ofPayment, by: "recovered" }))
        .thenAccepted(settled({ ...ofPayment, by: "recovered" }));
      given(...arrived, settled({ ...ofPayment, by: "recovered" }))
        .when(settle({ ...ofPayment, by: "recovered" }))
        .thenRefused("nothing-to-refund");
    },
  );

  it("is ended by nothing that is said of other money", () => {
    given(created, paid, completed, taken)
      .when(settle({ ...ofPayment, by: "paid-by-hand" }))
      .thenRefused("nothing-to-refund");
    given(created, paid, completed, back)
      .when(settle({ ...ofPayout, by: "written-off" }))
      .thenRefused("nothing-to-refund");
    given(created, paid, completed, back)
      .when(settle({ ...ofRefund, by: "paid-by-hand" }))
      .thenRefused("nothing-to-refund");
  });

  it("is found by its case", () => {
    const found = (history: readonly TransactionEvent[], ...id: Parameters<typeof caseIdOf>) => {
      const state = history.reduce(transaction.evolve, transaction.initial);
      return state.status === "none" ? undefined : debtOf(state, caseIdOf(...id));
    };
    const completedBack = [created, paid, completed, taken, back];
    expect(found(completedBack, "payment-reversed", "payment", paymentId, "receipt-1")).toEqual(
      ofPayment,
    );
    expect(found(completedBack, "payout-reversed", "payout", payoutId, null)).toEqual(ofPayout);
    const refunded = [...happened.lostPayout, short];
    expect(found(refunded, "refund-amount-differs", "refund", refundId, null)).toMatchObject(
      ofRefund,
    );
    const [again = refundId] = examples.resolve.refundIds;
    const secondShort: TransactionEvent[] = [
      ...refunded,
      { type: "TransactionRefundReversed", ...ofReversal, receiptId: "receipt-1", refundId },
      happened.refunded({ refundId: again, reason: "review", earlierRefundIds: [refundId] }),
      { ...happened.refundSettled("receipt-1", again), arrived: francs(9_500n) },
    ];
    expect(found(secondShort, "refund-amount-differs", "refund", refundId, null)).toBeUndefined();
    expect(found(secondShort, "refund-amount-differs", "refund", again, null)).toEqual(ofRefund);
    expect(found(refunded, "payout-reversed", "payout", refundId, null)).toBeUndefined();
  });
});
