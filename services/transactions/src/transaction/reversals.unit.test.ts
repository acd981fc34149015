import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../projections/books/projection.ts";
import type { ReportContradiction } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import {
  discrepancy,
  example,
  failPayout,
  failRefund,
  francs,
  resolve,
  settle,
  settleByHand,
  settleRefund,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";

const { given } = specify(transaction);
const { transactionId, paymentId, payoutId, refundId, at } = example;
const cause = { causeId: "fact-9", at };
const takeBack = {
  kind: "reverse-payment",
  paymentId,
  receiptId: "receipt-1",
  money: francs(10_000n),
  ...cause,
} as const;
const comeBack = { kind: "reverse-payout", payoutId, money: francs(10_000n), ...cause } as const;
const refundBack = { kind: "reverse-refund", refundId, money: francs(10_000n), ...cause } as const;
const ofReversal = { v: 1, transactionId, money: francs(10_000n), reversedAt: at } as const;
const takenBack: EventOf<"TransactionPaymentReversed"> = {
  type: "TransactionPaymentReversed",
  ...ofReversal,
  receiptId: "receipt-1",
};
const back: EventOf<"TransactionPayoutReversed"> = {
  type: "TransactionPayoutReversed",
  ...ofReversal,
  payoutId,
};
const refundLost: EventOf<"TransactionRefundReversed"> = {
  type: "TransactionRefundReversed",
  ...ofReversal,
  receiptId: "receipt-1",
  refundId,
};
const { lost } = happened;

describe("a receipt that the provider takes back", () => {
  it.each<readonly [string, readonly TransactionEvent[]]>([
    ["completed", [happened.created, happened.paid, happened.completed]],
    ["failed", [...happened.lostPayout, happened.refundSettled(), lost]],
  ])("is recorded once where the transaction is %s, whose status stays", (status, past) => {
    const state = given(...past)
      .when(takeBack)
      .thenAccepted(takenBack);
    expect(state).toMatchObject({ status });
    given(...past, takenBack)
      .when({ ...takeBack, causeId: "fact-10" })
      .thenNothingNew();
  });

  it("stops the payout that it was to pay for, once, and nothing of it is refunded", () => {
    const past = [happened.created, happened.paid] as const;
    const hold = {
      type: "TransactionHoldRequested",
      v: 1,
      transactionId,
      payoutId,
      requestedAt: at,
    } as const;
    given(...past)
      .when(takeBack)
      .thenAccepted(takenBack, hold);
    given(...past, hold)
      .when(takeBack)
      .thenAccepted(takenBack);
    given(...past, takenBack, hold)
      .when({ ...takeBack, causeId: "fact-10" })
      .thenNothingNew();
    const withheld = { kind: "withhold-payout", payoutId, ...cause } as const;
    const held = {
      type: "TransactionPayoutHeld",
      v: 1,
      transactionId,
      receiptId: "receipt-1",
      payoutId,
      heldAt: at,
    } as const;
    const failed = { ...lost, reason: "refused-by-provider" } as const;
    given(...past, takenBack, hold)
      .when(withheld)
      .thenAccepted(held, failed);
    given(...past, takenBack, hold, held, failed)
      .when({ ...withheld, causeId: "fact-11" })
      .thenNothingNew();
    given(...past, takenBack, hold)
      .when(failPayout)
      .thenAccepted(happened.payoutFailed, lost);
  });

  it("is unknown where nobody saw it come in", () => {
    given(happened.created).when(takeBack).thenRefused("unknown-payment");
    given(happened.created, happened.paid)
      .when({ ...takeBack, receiptId: "receipt-7" })
      .thenRefused("unknown-payment");
  });

  it("is owed to nobody: what could not go back is back, and the transaction fails by itself", () => {
    const asked = happened.refundAsked("fact-3");
    const past = [...happened.lostPayout, happened.refundFailed(), asked] as const;
    const overtaken = happened.resolved("overtaken", null);
    given(...past)
      .when(takeBack)
      .thenAccepted(takenBack, lost, overtaken);
    given(...past, takenBack, lost, overtaken)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
  });

  it("ends nothing while its refund is under way: that may arrive as well", () => {
    const past = happened.lostPayout;
    given(...past)
      .when(takeBack)
      .thenAccepted(takenBack);
    given(...past, takenBack)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled(), lost);
    const asked = happened.refundAsked("fact-3");
    given(...past, takenBack)
      .when(failRefund)
      .thenAccepted(happened.refundFailed(), asked, lost, happened.resolved("overtaken", null));
  });
});

describe("a payout that comes back", () => {
  it("is recorded once, and the transaction stays completed", () => {
    const state = given(happened.created, happened.paid, happened.completed)
      .when(comeBack)
      .thenAccepted(back);
    expect(state).toMatchObject({ status: "completed" });
    given(happened.created, happened.paid, happened.completed, back)
      .when({ ...comeBack, causeId: "fact-10" })
      .thenNothingNew();
    given(happened.created).when(comeBack).thenRefused("unknown-payout");
  });
});

describe("a refund that comes back", () => {
  const past = [...happened.lostPayout, happened.refundSettled(), lost] as const;
  const asked = happened.refundAsked("fact-9");

  it("is owed as before, once, and somebody has to look", () => {
    const state = given(...past)
      .when(refundBack)
      .thenAccepted(refundLost, asked);
    expect(state).toMatchObject({ status: "failed", refunds: [{ state: "failed" }] });
    given(...past, refundLost, asked)
      .when({ ...refundBack, causeId: "fact-10" })
      .thenNothingNew();
  });

  it("goes back again by a new order, or by hand, and is not forgotten by a close", () => {
    const history = [...past, refundLost, asked] as const;
    given(...history)
      .when(resolve)
      .thenRefused("money-is-owed");
    const [again = refundId] = resolve.refundIds;
    given(...history)
      .when({ ...resolve, resolution: "refund" })
      .thenAccepted(
        happened.resolved("refund-ordered"),
        happened.refunded({ refundId: again, reason: "review", earlierRefundIds: [refundId] }),
      );
    given(...history)
      .when(settleByHand)
      .thenAccepted(happened.refundedByHand, happened.resolved("overtaken", null));
  });

  it("contradicts the one that settled where it is another of the same money", () => {
    const [again = refundId] = resolve.refundIds;
    const history = [
      ...happened.lostPayout,
      happened.refundFailed(),
      happened.refunded({ refundId: again, reason: "review", earlierRefundIds: [refundId] }),
      happened.refundSettled("receipt-1", again),
      lost,
    ] as const;
    const { decision } = given(...history).when(refundBack);
    expect(decision).toMatchObject({
      kind: "accepted",
      events: [{ type: "TransactionReviewRequested", reason: "contradicting-facts" }],
    });
    const state = given(...history)
      .when({ ...refundBack, refundId: again })
      .thenAccepted({ ...refundLost, refundId: again }, asked);
    expect(state).toMatchObject({ refunds: [{ state: "failed" }] });
  });

  it("is unknown where nobody ordered it, and no news where it never arrived", () => {
    given(happened.created, happened.paid).when(refundBack).thenRefused("unknown-refund");
    given(...happened.lostPayout)
      .when(refundBack)
      .thenNothingNew();
  });
});

describe("a refund that arrived short, whose rest went by hand, and that comes back", () => {
  const short = { ...happened.refundSettled(), arrived: francs(9_900n), fee: francs(100n) };
  const debt = { of: "refund", receiptId: "receipt-1", by: "paid-by-hand" } as const;
  const ofCase = { caseId: settleByHand.caseId, settledAt: at } as const;
  const byHand = {
    type: "TransactionDebtSettled",
    v: 1,
    transactionId,
    ...debt,
    ...ofCase,
  } as const;
  const asked = happened.refundAsked("fact-9");
  const past = [...happened.lostPayout, short, lost, byHand, refundLost, asked] as const;
  const [again = refundId] = resolve.refundIds;
  const reordered = {
    ...happened.refunded({ refundId: again, reason: "review", earlierRefundIds: [refundId] }),
    money: francs(9_900n),
  };

  it("is owed without what went by hand", () => {
    given(...past)
      .when({ ...resolve, resolution: "refund" })
      .thenAccepted(happened.resolved("refund-ordered"), reordered);
  });

  it("is owed in full where nothing went by hand", () => {
    given(...happened.lostPayout, short, lost, refundLost, asked)
      .when({ ...resolve, resolution: "refund" })
      .thenAccepted(happened.resolved("refund-ordered"), { ...reordered, money: francs(10_000n) });
  });

  it("leaves what went by hand for its payer to owe, where the provider takes back the receipt as well", () => {
    const ofPayer = { kind: "settle-debt", of: "payment", receiptId: "receipt-1" } as const;
    const recovered = { ...ofPayer, by: "recovered", caseId: settleByHand.caseId, at } as const;
    const { kind: _kind, caseId: _caseId, at: _at, ...said } = recovered;
    const settled = {
      type: "TransactionDebtSettled",
      v: 1,
      transactionId,
      ...said,
      ...ofCase,
    } as const;
    given(...past, takenBack)
      .when(recovered)
      .thenAccepted(settled, happened.resolved("overtaken", null));
  });
});

/** What was taken back is here again. */
const recovered = {
  type: "TransactionDebtSettled",
  v: 1,
  transactionId,
  of: "payment",
  receiptId: "receipt-1",
  by: "recovered",
  caseId: settleByHand.caseId,
  settledAt: at,
} as const;

describe("a receipt that was taken back, and paid again by who owed it", () => {
  it("is owed like any other when its refund comes back", () => {
    const past = [...happened.lostPayout, happened.refundSettled(), lost, takenBack, recovered];
    given(...past)
      .when(refundBack)
      .thenAccepted(refundLost, happened.refundAsked("fact-9"));
    given(...past, refundLost, happened.refundAsked("fact-9"))
      .when(settleByHand)
      .thenAccepted(happened.refundedByHand, happened.resolved("overtaken", null));
    given(...past)
      .when({ ...takeBack, causeId: "fact-10" })
      .thenNothingNew();
  });
});

describe("a receipt that its provider took back, and shows again behind the end of its order", () => {
  const stands: ReportContradiction = {
    kind: "report-contradiction",
    found: "arrived",
    receipt: null,
    refundId: null,
    payoutId: null,
    causeId: "fact-9",
    at,
  };
  const { created, paid, payoutFailed, completed } = happened;
  const failedRefund = happened.refundFailed();
  const ended = [created, paid, takenBack, payoutFailed, lost];
  const asked = happened.reviewed("contradicting-facts", "fact-9", {
    about: "payment",
    receiptId: "receipt-1",
    refund: { money: francs(10_000n), reason: "payout-failed" },
    requestedAt: at,
  });

  it("is its payer's, who gets it by hand once two of the staff say so, and the books have both", () => {
    given(...ended)
      .when(stands)
      .thenAccepted(asked);
    given(...ended, asked)
      .when(stands)
      .thenNothingNew();
    given(...ended)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
    const byHand = happened.refundedByHand;
    given(...ended, asked)
      .when(settleByHand)
      .thenAccepted(recovered, byHand, happened.resolved("overtaken", null));
    const history = [...ended, asked, recovered, byHand];
    given(...history)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
    const floats = history.map((_event, place) =>
      entriesOf(history, place)
        .filter(({ currency }) => currency === "XOF")
        .reduce((sum, { gateway_float: float }) => sum + float, 0n),
    );
    expect(floats).toEqual([0n, 10_000n, -10_000n, 0n, 0n, 0n, 10_000n, -10_000n]);
  });

  it("goes nowhere by a review that is closed, nor by an order of one of the staff", () => {
    given(...ended, asked)
      .when({ ...resolve, at })
      .thenAccepted({ ...happened.resolved("closed"), resolvedAt: at });
    given(...ended, asked)
      .when({ ...resolve, resolution: "refund", at })
      .thenRefused("nothing-to-refund");
  });

  it("keeps the orders by which it was to go back before", () => {
    const before = [...happened.lostPayout, failedRefund, takenBack, lost];
    const state = given(...before)
      .when(stands)
      .thenAccepted({ ...asked, refund: null });
    expect(state).toMatchObject({ refunds: [{ state: "failed", refundIds: [refundId] }] });
  });

  /** What stands again before the order has ended: nothing of it is owed yet, and the case is about no money. */
  const early = { ...asked, refund: null };
  const late = (causeId: string) => ({ ...asked, causeId });
  const endsAs = (...past: readonly TransactionEvent[]) => ({
    byHand: () =>
      given(...past)
        .when(settleByHand)
        .thenAccepted(recovered, happened.refundedByHand, happened.resolved("overtaken", null)),
  });

  it("is its payer's as well where it stood again before the payout failed, or was held", () => {
    const before = [created, paid, takenBack, happened.holdRequested] as const;
    given(...before)
      .when(stands)
      .thenAccepted(early);
    given(...before, early)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
    given(...before, early)
      .when(failPayout)
      .thenAccepted(payoutFailed, late(failPayout.causeId), lost);
    endsAs(...before, early, payoutFailed, late(failPayout.causeId), lost).byHand();
    const withhold = { kind: "withhold-payout", payoutId, ...cause, causeId: "fact-10" } as const;
    const withheld = { ...happened.payoutHeld, payoutId };
    const failedHeld = { ...lost, reason: "refused-by-provider" } as const;
    given(...before, early)
      .when(withhold)
      .thenAccepted(withheld, late("fact-10"), failedHeld);
    endsAs(...before, early, withheld, late("fact-10"), failedHeld).byHand();
  });

  it("is its payer's as well where it stood again before its refund failed", () => {
    const before = [...happened.lostPayout, takenBack] as const;
    given(...before)
      .when(stands)
      .thenAccepted(early);
    const refundAsked = happened.refundAsked("fact-3");
    const again = { ...late("fact-3"), refund: null };
    given(...before, early)
      .when(failRefund)
      .thenAccepted(failedRefund, refundAsked, again, lost);
    endsAs(...before, early, failedRefund, refundAsked, again, lost).byHand();
  });

  it("is not asked about again behind a payout that arrives, nor behind a refund that does", () => {
    given(created, paid, takenBack, early).when(settle).thenAccepted(completed);
    given(...happened.lostPayout, takenBack, early)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled(), lost);
  });

  it("is nobody's question of its own where its payer has it, or owes it", () => {
    given(created, paid, completed, takenBack)
      .when(stands)
      .thenAccepted({ ...happened.reviewed("contradicting-facts", "fact-9"), requestedAt: at });
  });
});

describe("a refund that arrives in another amount", () => {
  const past = happened.lostPayout;
  const arrive = (amount: bigint) => ({ ...settleRefund, money: francs(amount) });
  const settled = { ...happened.refundSettled(), arrived: francs(9_900n), fee: francs(100n) };

  it("is settled with what arrived, and by the fee that the provider took of it", () => {
    given(...past)
      .when(arrive(9_900n))
      .thenAccepted(settled, lost);
    given(...past, settled, lost)
      .when(arrive(9_900n))
      .thenNothingNew();
  });

  it("is settled with more, which nobody gets back by itself", () => {
    const { fee: _fee, ...more } = { ...happened.refundSettled(), arrived: francs(10_040n) };
    given(...past)
      .when(arrive(10_040n))
      .thenAccepted({ ...more, fee: null }, lost);
  });

  it("contradicts what was said of it before", () => {
    given(...past, happened.refundSettled(), lost)
      .when(arrive(9_900n))
      .thenAccepted(happened.reviewed("contradicting-facts", "fact-3"));
  });

  it("goes back whole as a discrepancy does", () => {
    const duplicate = { receiptId: "receipt-2", reason: "payment-duplicate" } as const;
    given(happened.created, happened.paid)
      .when(discrepancy)
      .thenAccepted(happened.refunded(duplicate));
    given(happened.created, happened.paid, happened.refunded(duplicate))
      .when(arrive(9_900n))
      .thenAccepted({ ...settled, receiptId: "receipt-2" });
  });
});
