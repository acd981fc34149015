import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import {
  failPayout,
  failRefund,
  francs,
  resolve,
  satoshis,
  settle,
  settleRefund,
} from "./example-commands.fixture.ts";
import {
  completed,
  created,
  failed,
  paid,
  payoutFailed,
  refunded,
  refundFailed,
  refundSettled,
  resolved,
  reviewed,
} from "./example-events.fixture.ts";
import { secondRefundId } from "./sale.fixture.ts";

const { given } = specify(transaction);
const lost = { ...failed, reason: "payout-failed" } as const;

describe("money out", () => {
  it("completes the transaction when the receiver has it, once", () => {
    const state = given(created, paid).when(settle).thenAccepted(completed);
    expect(state).toMatchObject({ status: "completed", payout: { payoutId: paid.payoutId } });
    given(created, paid, completed).when(settle).thenNothingNew();
  });

  it("that failed for good is owed, and goes back where it came from", () => {
    const state = given(created, paid).when(failPayout).thenAccepted(payoutFailed, refunded());
    expect(state).toMatchObject({ status: "payout-failed", payout: { payoutId: paid.payoutId } });
    given(created, paid, payoutFailed, refunded())
      .when({ ...failPayout, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("fails the transaction only when its money is back", () => {
    const history = [created, paid, payoutFailed, refunded()] as const;
    given(...history)
      .when(settleRefund)
      .thenAccepted(refundSettled(), lost);
    given(...history, refundSettled(), lost)
      .when(settleRefund)
      .thenNothingNew();
    given(...history, refundSettled(), lost)
      .when({ ...failPayout, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("cannot arrive once its money is on the way back: two facts contradict each other", () => {
    const review = reviewed("contradicting-facts", "fact-2");
    const history = [created, paid, payoutFailed, refunded()] as const;
    given(...history)
      .when(settle)
      .thenAccepted(review);
    given(...history, refundSettled(), lost)
      .when(settle)
      .thenAccepted(review);
  });

  it("goes to review when it was another amount or currency than ordered", () => {
    const review = reviewed("contradicting-facts", "fact-2");
    for (const sent of [satoshis(1n), francs(16_339n)]) {
      given(created, paid)
        .when({ ...settle, sent })
        .thenAccepted(review);
      given(created, paid, completed)
        .when({ ...settle, sent })
        .thenAccepted(review);
    }
  });

  it("cannot fail after it settled: two facts contradict each other", () => {
    given(created, paid, completed)
      .when(failPayout)
      .thenAccepted(reviewed("contradicting-facts", "fact-2"));
  });

  it("that stays unknown for long asks for a person, and its end answers her", () => {
    const unknown = { ...settle, kind: "payout-unknown" } as const;
    const review = reviewed("outcome-unknown", "fact-2", { about: "payout" });
    given(created, paid).when(unknown).thenAccepted(review);
    given(created, paid, review)
      .when({ ...unknown, causeId: "fact-8" })
      .thenNothingNew();
    given(created, paid, review).when(settle).thenAccepted(completed, resolved("overtaken", null));
    given(created, paid, review)
      .when(failPayout)
      .thenAccepted(payoutFailed, refunded(), resolved("overtaken", null));
    given(created, paid, completed).when(unknown).thenNothingNew();
  });
});

describe("a refund", () => {
  const lostPayout = [created, paid, payoutFailed, refunded()] as const;
  const asked = reviewed("refund-failed", "fact-3", { about: "refund", receiptId: "receipt-1" });

  it("is refused as a fact where nobody ordered it", () => {
    for (const command of [settleRefund, failRefund]) {
      given(created, paid).when(command).thenRefused("unknown-refund");
      given(...lostPayout)
        .when({ ...command, refundId: secondRefundId })
        .thenRefused("unknown-refund");
    }
  });

  it("that failed for good asks for a person, and the transaction still owes the money", () => {
    const state = given(...lostPayout)
      .when(failRefund)
      .thenAccepted(refundFailed(), asked);
    expect(state).toMatchObject({ status: "payout-failed", refunds: [{ state: "failed" }] });
    given(...lostPayout, refundFailed(), asked)
      .when({ ...failRefund, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("counts as arrived when that is proven, also after it was said to have failed", () => {
    given(...lostPayout, refundFailed(), asked)
      .when({ ...settleRefund, causeId: "fact-8" })
      .thenAccepted(refundSettled(), lost, resolved("overtaken", null));
  });

  it("of other money, or one that failed after it arrived, is for a person to look at", () => {
    const review = reviewed("contradicting-facts", "fact-3");
    given(...lostPayout)
      .when({ ...settleRefund, money: satoshis(10_000n) })
      .thenAccepted(review);
    given(...lostPayout, refundSettled(), lost)
      .when({ ...settleRefund, money: francs(9_999n) })
      .thenAccepted(review);
    given(...lostPayout, refundSettled(), lost)
      .when(failRefund)
      .thenAccepted(review);
  });

  it("that stays unknown for long asks for a person once, and its end answers her", () => {
    const unknown = { ...failRefund, kind: "refund-unknown" } as const;
    const about = { about: "refund", receiptId: "receipt-1" } as const;
    const review = reviewed("outcome-unknown", "fact-3", about);
    given(...lostPayout)
      .when(unknown)
      .thenAccepted(review);
    given(...lostPayout, review)
      .when({ ...unknown, causeId: "fact-8" })
      .thenNothingNew();
    given(...lostPayout, review)
      .when(settleRefund)
      .thenAccepted(refundSettled(), lost, resolved("overtaken", null));
    given(...lostPayout, refundSettled(), lost)
      .when(unknown)
      .thenNothingNew();
  });
});

describe("a review that the staff ends", () => {
  const lostRefund = [
    created,
    paid,
    payoutFailed,
    refunded(),
    refundFailed(),
    reviewed("refund-failed", "fact-3", { about: "refund", receiptId: "receipt-1" }),
  ] as const;
  const refundId = resolve.refundIds[0] ?? secondRefundId;
  const again = refunded({ refundId, reason: "review" });

  it("has to be there", () => {
    given(created, paid).when(resolve).thenRefused("not-in-review");
    given(...lostRefund, resolved("refund-ordered"), again)
      .when(resolve)
      .thenRefused("not-in-review");
  });

  it("is closed when nothing is owed, and not while something is", () => {
    const contradiction = reviewed("contradicting-facts", "fact-1");
    given(created, paid, contradiction).when(resolve).thenAccepted(resolved("closed"));
    given(...lostRefund)
      .when(resolve)
      .thenRefused("money-is-owed");
  });

  it("orders one refund of what is owed, whose end is the transaction's", () => {
    const state = given(...lostRefund)
      .when({ ...resolve, resolution: "refund" })
      .thenAccepted(resolved("refund-ordered"), again);
    expect(state).toMatchObject({ review: [], refunds: [{ state: "requested" }] });
    given(...lostRefund, resolved("refund-ordered"), again)
      .when({ ...settleRefund, refundId })
      .thenAccepted(refundSettled("receipt-1", refundId), lost);
  });

  it("takes the word that the money was refunded by hand, and then nothing is owed", () => {
    given(...lostRefund)
      .when({ ...resolve, resolution: "returned" })
      .thenAccepted(resolved("refunded-by-hand"), refundSettled("receipt-1", null), {
        ...failed,
        reason: "resolved-by-staff",
      });
  });

  it("finds money back twice when the rail proves a refund that was also refunded by hand", () => {
    const end = { ...failed, reason: "resolved-by-staff" } as const;
    given(...lostRefund, resolved("refunded-by-hand"), refundSettled("receipt-1", null), end)
      .when({ ...settleRefund, causeId: "fact-8" })
      .thenAccepted(reviewed("contradicting-facts", "fact-8"));
  });

  it("orders and records no refund where nothing is owed", () => {
    const contradiction = reviewed("contradicting-facts", "fact-1");
    for (const resolution of ["refund", "returned"] as const) {
      given(created, paid, contradiction)
        .when({ ...resolve, resolution })
        .thenRefused("nothing-to-refund");
    }
  });
});
