import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ReportContradiction } from "./commands.ts";
import { transaction } from "./decide.ts";
import {
  example,
  failRefund,
  francs,
  provideInvoice,
  resolve,
  satoshis,
  settleByHand,
  settleRefund,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";
import { createdBareSale, paidBareSale } from "./sale.fixture.ts";

const { given } = specify(transaction);
const { payoutId, at } = example;
const receiptId = "receipt-1";

/** The provider had said that nothing of the payout was sent. */
const arrived: ReportContradiction = {
  kind: "report-contradiction",
  found: "arrived",
  receipt: null,
  refundId: null,
  payoutId,
  causeId: "fact-9",
  at,
};
const contested = happened.reviewed("contradicting-facts", "fact-9", {
  about: "payout",
  receiptId,
});
const refund = { money: satoshis(17_007n), reason: "payout-failed" } as const;
const addressNeeded = happened.reviewed("return-address-needed", "fact-2", {
  about: "refund",
  receiptId,
  refund,
});
/** Nobody said where the sats go back to. */
const sale = [createdBareSale, paidBareSale, happened.payoutFailed, addressNeeded] as const;
const purchase = [...happened.lostPayout, happened.refundFailed(), happened.refundAsked("fact-3")];
const ordered = { ...resolve, resolution: "refund" } as const;
const closed = happened.resolved("closed");

describe("a payout that its provider calls arrived behind its failure", () => {
  it("leaves no sats to an invoice of the seller, who has her francs", () => {
    expect(given(...sale).when(provideInvoice).decision.kind).toBe("accepted");
    given(...sale)
      .when(arrived)
      .thenAccepted(contested);
    given(...sale, contested)
      .when(arrived)
      .thenNothingNew();
    given(...sale, contested)
      .when(provideInvoice)
      .thenRefused("return-not-needed");
  });

  it("leaves no francs to the word of a single person", () => {
    given(...purchase, contested)
      .when(ordered)
      .thenRefused("nothing-to-refund");
  });

  it("completes its transaction once the staff agrees with the provider", () => {
    const end = given(...sale, contested)
      .when(resolve)
      .thenAccepted(closed, {
        ...happened.completed,
        transactionType: "SELL_BITCOIN",
        amountSats: createdBareSale.amountSats,
        fee: francs(0n),
      });
    expect(end).toMatchObject({ status: "completed", review: [], refunds: [] });
    given(...sale)
      .when(resolve)
      .thenRefused("money-is-owed");
  });

  it("completes it where a refund had failed, and is somebody's question where that arrives as well", () => {
    given(...happened.lostPayout, contested)
      .when(resolve)
      .thenRefused("outcome-unknown");
    const completed = { ...happened.completed, fee: satoshis(0n) };
    given(...purchase, contested)
      .when(resolve)
      .thenAccepted(closed, completed);
    const past = [...purchase, contested, closed, completed] as const;
    given(...past)
      .when(failRefund)
      .thenNothingNew();
    given(...past)
      .when(settleRefund)
      .thenAccepted(happened.reviewed("contradicting-facts", settleRefund.causeId));
  });

  it("completes nothing where its refund had arrived and came back: two of the staff say whether it is owed", () => {
    const reversed = {
      type: "TransactionRefundReversed",
      v: 1,
      transactionId: example.transactionId,
      receiptId,
      refundId: example.refundId,
      money: francs(10_000n),
      reversedAt: at,
    } as const;
    const past = [...happened.lostPayout, contested, happened.refundSettled(), happened.lost];
    given(...past, reversed, happened.refundAsked("fact-4"))
      .when(resolve)
      .thenRefused("money-is-owed");
  });

  it("may be with its receiver beside the refund: somebody has to look, also once that has arrived", () => {
    const state = given(...happened.lostPayout, contested)
      .when(settleRefund)
      .thenAccepted(happened.refundSettled(), happened.lost);
    expect(state).toMatchObject({ status: "failed", review: [{ causeId: "fact-9" }] });
    given(...happened.lostPayout, contested, happened.refundSettled(), happened.lost)
      .when(resolve)
      .thenAccepted(closed);
    given(...happened.lostPayout, contested)
      .when(failRefund)
      .thenAccepted(happened.refundFailed(), happened.refundAsked("fact-3"));
  });

  it("goes back by hand where two of the staff say so, and then nobody has to look", () => {
    const overtaken = happened.resolved("overtaken", null);
    given(...purchase, contested)
      .when(settleByHand)
      .thenAccepted(
        happened.refundedByHand,
        { ...happened.lost, reason: "resolved-by-staff" },
        overtaken,
      );
  });
});

describe("a payout that its provider calls arrived behind money that two of the staff gave back by hand", () => {
  it("is somebody's question until the staff ends it: its customer may have been paid twice", () => {
    const byHand = { ...happened.lost, reason: "resolved-by-staff" } as const;
    const overtaken = happened.resolved("overtaken", null);
    const past = [...purchase, happened.refundedByHand, byHand, overtaken] as const;
    const asked = happened.reviewed("contradicting-facts", "fact-9", { receiptId });
    const state = given(...past)
      .when(arrived)
      .thenAccepted(asked);
    expect(state).toMatchObject({ status: "failed", review: [{ causeId: "fact-9" }] });
    given(...past, asked)
      .when(resolve)
      .thenAccepted(closed);
  });
});
