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
  settleByHand,
  settleRefund,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";
import { secondRefundId } from "./sale.fixture.ts";

const { given } = specify(transaction);
const { lost } = happened;

describe("money out", () => {
  it("completes the transaction when the receiver has it, once", () => {
    const state = given(happened.created, happened.paid)
      .when(settle)
      .thenAccepted(happened.completed);
    expect(state).toMatchObject({
      status: "completed",
      payout: { payoutId: happened.paid.payoutId },
    });
    given(happened.created, happened.paid, happened.completed).when(settle).thenNothingNew();
  });

  it("that failed for good is owed, and goes back where it came from", () => {
    const state = given(happened.created, happened.paid)
      .when(failPayout)
      .thenAccepted(happened.payoutFailed, happened.refunded());
    expect(state).toMatchObject({
      status: "payout-failed",
      payout: { payoutId: happened.paid.payoutId },
    });
    given(...happened.lostPayout)
      .when({ ...failPayout, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("fails the transaction only when its money is back", () => {
    const history = happened.lostPayout;
    given(...history)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled(), lost);
    given(...history, happened.refundSettled(), lost)
      .when(settleRefund)
      .thenNothingNew();
    given(...history, happened.refundSettled(), lost)
      .when({ ...failPayout, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("cannot arrive once its money is on the way back: two facts contradict each other", () => {
    const review = happened.reviewed("contradicting-facts", "fact-2");
    const history = happened.lostPayout;
    given(...history)
      .when(settle)
      .thenAccepted(review);
    given(...history, happened.refundSettled(), lost)
      .when(settle)
      .thenAccepted(review);
  });

  it("goes to review when it was another amount or currency than ordered", () => {
    const review = happened.reviewed("contradicting-facts", "fact-2");
    for (const sent of [satoshis(1n), francs(16_339n)]) {
      given(happened.created, happened.paid)
        .when({ ...settle, sent })
        .thenAccepted(review);
      given(happened.created, happened.paid, happened.completed)
        .when({ ...settle, sent })
        .thenAccepted(review);
    }
  });

  it("cannot fail after it settled: two facts contradict each other", () => {
    given(happened.created, happened.paid, happened.completed)
      .when(failPayout)
      .thenAccepted(happened.reviewed("contradicting-facts", "fact-2"));
  });

  it("that stays unknown for long asks for a person, and its end answers her", () => {
    const unknown = { ...settle, kind: "payout-unknown" } as const;
    const review = happened.reviewed("outcome-unknown", "fact-2", { about: "payout" });
    given(happened.created, happened.paid).when(unknown).thenAccepted(review);
    given(happened.created, happened.paid, review)
      .when({ ...unknown, causeId: "fact-8" })
      .thenNothingNew();
    given(happened.created, happened.paid, review)
      .when(settle)
      .thenAccepted(happened.completed, happened.resolved("overtaken", null));
    given(happened.created, happened.paid, review)
      .when(failPayout)
      .thenAccepted(
        happened.payoutFailed,
        happened.refunded(),
        happened.resolved("overtaken", null),
      );
    given(happened.created, happened.paid, happened.completed).when(unknown).thenNothingNew();
  });
});

describe("a refund", () => {
  const lostPayout = happened.lostPayout;
  const asked = happened.refundAsked("fact-3");

  it("is refused as a fact where nobody ordered it", () => {
    for (const command of [settleRefund, failRefund]) {
      given(happened.created, happened.paid).when(command).thenRefused("unknown-refund");
      given(...lostPayout)
        .when({ ...command, refundId: secondRefundId })
        .thenRefused("unknown-refund");
    }
  });

  it("that failed for good asks for a person, and the transaction still owes the money", () => {
    const state = given(...lostPayout)
      .when(failRefund)
      .thenAccepted(happened.refundFailed(), asked);
    expect(state).toMatchObject({ status: "payout-failed", refunds: [{ state: "failed" }] });
    given(...lostPayout, happened.refundFailed(), asked)
      .when({ ...failRefund, causeId: "fact-8" })
      .thenNothingNew();
  });

  it("counts as arrived when that is proven, also after it was said to have failed", () => {
    given(...lostPayout, happened.refundFailed(), asked)
      .when({ ...settleRefund, causeId: "fact-8" })
      .thenAccepted(happened.refundSettled(), lost, happened.resolved("overtaken", null));
  });

  it("of other money, or one that failed after it arrived, is for a person to look at", () => {
    const review = happened.reviewed("contradicting-facts", "fact-3");
    given(...lostPayout)
      .when({ ...settleRefund, money: satoshis(10_000n) })
      .thenAccepted(review);
    given(...lostPayout, happened.refundSettled(), lost)
      .when({ ...settleRefund, money: francs(9_999n) })
      .thenAccepted(review);
    given(...lostPayout, happened.refundSettled(), lost)
      .when(failRefund)
      .thenAccepted(review);
  });

  it("that stays unknown for long asks for a person once, and its end answers her", () => {
    const unknown = { ...failRefund, kind: "refund-unknown" } as const;
    const { refundId } = failRefund;
    const about = { about: "refund", receiptId: "receipt-1", refundId } as const;
    const review = happened.reviewed("outcome-unknown", "fact-3", about);
    given(...lostPayout)
      .when(unknown)
      .thenAccepted(review);
    given(...lostPayout, review)
      .when({ ...unknown, causeId: "fact-8" })
      .thenNothingNew();
    given(...lostPayout, review)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled(), lost, happened.resolved("overtaken", null));
    given(...lostPayout, happened.refundSettled(), lost)
      .when(unknown)
      .thenNothingNew();
  });
});

describe("a review that the staff ends", () => {
  const lostRefund = [
    ...happened.lostPayout,
    happened.refundFailed(),
    happened.refundAsked("fact-3"),
  ] as const;
  const refundId = resolve.refundIds[0] ?? secondRefundId;
  const earlierRefundIds = [happened.refunded().refundId];
  const again = happened.refunded({ refundId, reason: "review", earlierRefundIds });

  it("has to be there", () => {
    given(happened.created, happened.paid).when(resolve).thenRefused("not-in-review");
    given(...lostRefund, happened.resolved("refund-ordered"), again)
      .when(resolve)
      .thenRefused("not-in-review");
  });

  it("is closed when nothing is owed, and not while something is", () => {
    const contradiction = happened.reviewed("contradicting-facts", "fact-1");
    given(happened.created, happened.paid, contradiction)
      .when(resolve)
      .thenAccepted(happened.resolved("closed"));
    given(...lostRefund)
      .when(resolve)
      .thenRefused("money-is-owed");
  });

  it("orders one refund of what is owed, whose end is the transaction's", () => {
    const state = given(...lostRefund)
      .when({ ...resolve, resolution: "refund" })
      .thenAccepted(happened.resolved("refund-ordered"), again);
    expect(state).toMatchObject({ review: [], refunds: [{ state: "requested" }] });
    given(...lostRefund, happened.resolved("refund-ordered"), again)
      .when({ ...settleRefund, refundId })
      .thenAccepted(happened.refundSettled("receipt-1", refundId), lost);
  });

  it("orders as many refunds as one resolution can, and asks on about the others, until none is owed", () => {
    const ofSecond = { receiptId: "receipt-2", refundId: secondRefundId } as const;
    const askedAgain = happened.reviewed("refund-failed", "fact-4", {
      about: "refund",
      receiptId: ofSecond.receiptId,
    });
    const stuck = [
      ...lostRefund,
      happened.refunded({ ...ofSecond, reason: "payment-duplicate" }),
      happened.refundFailed(ofSecond),
      askedAgain,
    ] as const;
    const ordering = { ...resolve, resolution: "refund", refundIds: [refundId] } as const;
    given(...stuck)
      .when(ordering)
      .thenAccepted(happened.resolved("refund-ordered"), again, askedAgain);
    const [, nextId = refundId] = resolve.refundIds;
    const next = happened.refunded({
      receiptId: ofSecond.receiptId,
      refundId: nextId,
      reason: "review",
      earlierRefundIds: [secondRefundId],
    });
    given(...stuck, happened.resolved("refund-ordered"), again, askedAgain)
      .when({ ...ordering, refundIds: [nextId] })
      .thenAccepted(happened.resolved("refund-ordered"), next);
  });

  it("takes the word of two that the money was refunded by hand, once, and then nothing is owed", () => {
    const end = { ...happened.failed, reason: "resolved-by-staff" } as const;
    const overtaken = happened.resolved("overtaken", null);
    given(...lostRefund)
      .when(settleByHand)
      .thenAccepted(happened.refundedByHand, end, overtaken);
    given(...lostRefund, happened.refundedByHand, end, overtaken)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
    given(...lostRefund)
      .when({ ...settleByHand, receiptId: "receipt-7" })
      .thenRefused("nothing-to-refund");
  });

  it("finds money back twice when the rail proves a refund that was also refunded by hand", () => {
    const end = { ...happened.failed, reason: "resolved-by-staff" } as const;
    given(
      ...lostRefund,
      happened.resolved("refunded-by-hand"),
      happened.refundSettled("receipt-1", null),
      end,
    )
      .when({ ...settleRefund, causeId: "fact-8" })
      .thenAccepted(happened.reviewed("contradicting-facts", "fact-8"));
  });

  it("orders and records no refund where nothing is owed", () => {
    const contradiction = happened.reviewed("contradicting-facts", "fact-1");
    for (const command of [{ ...resolve, resolution: "refund" } as const, settleByHand]) {
      given(happened.created, happened.paid, contradiction)
        .when(command)
        .thenRefused("nothing-to-refund");
    }
  });
});
