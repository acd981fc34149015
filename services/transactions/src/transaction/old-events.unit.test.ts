import { jsonText } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { transaction } from "./decide.ts";
import { TransactionEvent } from "./events.ts";
import { francs } from "./example-commands.fixture.ts";
import {
  completed,
  created,
  failed,
  held,
  linked,
  paid,
  refundSettled,
} from "./example-events.fixture.ts";

const { transactionId } = created;
const at = created.createdAt;

/** The events of a purchase as the first release stored them. */
const { numberHmac: payerHmac, payoutChannel: _channel, quoteId: _quote, ...order } = created;
const { payoutChannel: _to, numberHmac: _number, receiptId: _receipt, ...payment } = paid;
const old = {
  created: { ...order, v: 1, payerHmac },
  paid: { ...payment, v: 1 },
  held: { type: held.type, v: 1, transactionId, receivedXof: "9000", heldAt: at },
  failed: { ...failed, v: 1 },
  review: (reason: string, receivedXof: string | null) => ({
    type: "TransactionReviewRequested",
    v: 1,
    transactionId,
    reason,
    receivedXof,
    causeId: "fact-1",
    requestedAt: at,
  }),
};

const read = (stored: object) => TransactionEvent.parse(JSON.parse(jsonText(stored)));

describe("a log of the first release", () => {
  it("is read as what it means today", () => {
    expect(read(old.created)).toEqual(created);
    expect(read(old.paid)).toEqual({ ...paid, numberHmac: null, receiptId: null });
    expect(read(old.held)).toEqual({ ...held, receiptId: null });
    expect(read(old.failed)).toEqual(failed);
    expect(read(linked)).toEqual(linked);
    expect(read(completed)).toEqual(completed);
  });

  it("has refunds of which nobody told what they cost", () => {
    const { fee: _fee, ...settled } = refundSettled();
    expect(read({ ...settled, v: 1 })).toEqual(refundSettled());
  });

  it("is read in the newest version as it was written", () => {
    for (const event of [created, paid, held, failed, completed, linked]) {
      expect(read(event)).toEqual(event);
    }
  });

  it("owes the money that waited for a person", () => {
    const late = read(old.review("payment-late", "10000"));
    const state = fold(transaction, [read(old.created), read(old.failed), late]);
    expect(state).toMatchObject({
      status: "failed",
      refunds: [{ state: "due", money: francs(10_000n), reason: "payment-late" }],
      review: [{ reason: "payment-late" }],
    });
  });

  it("owes what was held, and what a failed payout left", () => {
    const mismatch = read(old.review("payment-amount-mismatch", "9000"));
    const stayed = fold(transaction, [read(old.created), read(old.held), mismatch]);
    expect(stayed).toMatchObject({
      status: "processing",
      failing: "amount-mismatch",
      refunds: [{ state: "due", money: francs(9_000n) }],
    });
    const lost = read(old.review("payout-failed", null));
    const left = fold(transaction, [read(old.created), read(old.paid), lost]);
    expect(left).toMatchObject({
      failing: "payout-failed",
      payout: { isFailed: true },
      refunds: [{ state: "due", money: francs(10_000n) }],
    });
  });

  it("owes nothing for facts that contradict each other", () => {
    const review = read(old.review("contradicting-facts", null));
    const state = fold(transaction, [read(old.created), read(old.paid), review]);
    expect(state).toMatchObject({ status: "processing", refunds: [] });
  });
});
