import { fold, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { casesOfHolds } from "../case/holds/cases-of-holds.ts";
import type { TransactionCommand } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";

const decide = (history: readonly TransactionEvent[], command: TransactionCommand) =>
  transaction.decide(fold(transaction, history), command);
const typesOf = (history: readonly TransactionEvent[], command: TransactionCommand) => {
  const decision = decide(history, command);
  return decision.kind === "accepted" ? decision.events.map(({ type }) => type) : decision;
};
const hold = { kind: "hold-account", at: examples.example.at } as const;
const suspended = { ...examples.confirm, heldFor: "account-suspended" } as const;
const refund = { ...examples.decideHeld, verdict: "refund" } as const;
const { created, paid, holdRequested, payoutHeld, payoutFailed, completed } = happened;
const withheld = { ...payoutHeld, payoutId: examples.example.payoutId };

describe("a transaction whose account is suspended", () => {
  it.each([
    ["asks nobody for money that is not in", [created], ["TransactionCancelRequested"]],
    [
      "asks payouts whether anybody was asked to send",
      [created, paid],
      ["TransactionHoldRequested"],
    ],
    ["asks once", [created, paid, holdRequested], { kind: "nothing-new" }],
    ["holds once", [created, payoutHeld], { kind: "nothing-new" }],
    ["lets go back what goes back", [created, paid, payoutFailed], { kind: "nothing-new" }],
    ["is over when all is sent", [created, paid, completed], { kind: "nothing-new" }],
  ])("%s", (_title, history, expected) => {
    expect(typesOf(history, hold)).toEqual(expected);
  });

  it("holds what comes in for it, and pays nothing out", () => {
    expect(typesOf([created], suspended)).toEqual(["TransactionPayoutHeld"]);
    expect(typesOf([created, payoutHeld], suspended)).toEqual({ kind: "nothing-new" });
  });

  it("returns another amount as ever", () => {
    const other = { ...suspended, received: examples.francs(9_000n) };
    expect(typesOf([created], other)).toEqual([
      "TransactionPaymentHeld",
      "TransactionRefundRequested",
    ]);
  });
});

describe("a payout that was taken back before anybody was asked to send it", () => {
  it("is held, once", () => {
    expect(typesOf([created, paid, holdRequested], examples.withholdPayout)).toEqual([
      "TransactionPayoutHeld",
    ]);
    const again = decide([created, paid, withheld], examples.withholdPayout);
    expect(again).toEqual({ kind: "nothing-new" });
    const released = { ...paid, payoutId: newId<"PayoutId">() };
    expect(decide([created, paid, withheld, released], examples.withholdPayout)).toEqual({
      kind: "nothing-new",
    });
  });

  it("is nobody's that was never ordered, and a contradiction where it arrived", () => {
    const other = { ...examples.withholdPayout, payoutId: newId<"PayoutId">() };
    expect(decide([created, paid], other)).toMatchObject({ refusal: { code: "unknown-payout" } });
    expect(decide([created, paid, completed], examples.withholdPayout)).toMatchObject({
      events: [{ type: "TransactionReviewRequested", reason: "contradicting-facts" }],
    });
  });

  it("is held because its payment is denied where it is, and nobody sends it on or back before that is decided", () => {
    const counted = [{ receiptId: paid.receiptId, money: examples.francs(10_000n) }];
    const of = { receipt: null, refundId: null, payoutId: null, counted, causeId: "fact-9" };
    const denied = {
      kind: "report-contradiction",
      found: "never",
      ...of,
      at: examples.example.at,
    } as const;
    const asked = decide([created, paid], denied);
    if (asked.kind !== "accepted") throw new Error("Nobody asks whether it came");
    const history = [created, paid, ...asked.events];
    const held = decide(history, examples.withholdPayout);
    if (held.kind !== "accepted") throw new Error("It is not held");
    expect(held.events).toMatchObject([{ type: "TransactionPayoutHeld", cause: "payment-denied" }]);
    for (const decided of [examples.decideHeld, refund]) {
      expect(decide([...history, ...held.events], decided)).toMatchObject({
        refusal: { code: "nothing-held" },
      });
    }
    const ofSuspended = decide([created, paid, holdRequested], examples.withholdPayout);
    expect(ofSuspended).not.toHaveProperty("events.0.cause");
  });
});

describe("what is held", () => {
  it("goes on under a payout of its own when it is released", () => {
    const decision = decide([created, paid, withheld], examples.decideHeld);
    const { payoutId } = examples.decideHeld;
    // What was held can have been asked for all the same: payouts looks before it sends.
    const earlierPayoutIds = [examples.example.payoutId];
    const order = { receiptId: paid.receiptId, amountSats: paid.amountSats, earlierPayoutIds };
    expect(decision).toMatchObject({ events: [{ type: "TransactionPaid", payoutId, ...order }] });
  });

  it("goes back to who paid, and the transaction fails once it is there", () => {
    expect(decide([created, payoutHeld], refund)).toMatchObject({
      events: [{ type: "TransactionRefundRequested", reason: "payout-failed" }],
    });
    const ordered = [created, payoutHeld, happened.refunded()];
    expect(decide(ordered, examples.settleRefund)).toMatchObject({
      events: [
        { type: "TransactionRefundSettled" },
        { type: "TransactionFailed", reason: "resolved-by-staff" },
      ],
    });
  });

  it("does not go back while its provider says that it went out, before somebody has looked", () => {
    const of = { receipt: null, refundId: null, causeId: "fact-9", at: examples.example.at };
    const { payoutId } = examples.example;
    const arrived = { kind: "report-contradiction", found: "arrived", payoutId, ...of } as const;
    const asked = happened.reviewed("contradicting-facts", "fact-9", {
      about: "payout",
      receiptId: payoutHeld.receiptId,
    });
    const history = [created, paid, withheld] as const;
    expect(decide(history, arrived)).toEqual({ kind: "accepted", events: [asked] });
    expect(decide([...history, asked], refund)).toMatchObject({
      refusal: { code: "nothing-held" },
    });
    expect(typesOf([...history, asked], examples.decideHeld)).toEqual(["TransactionPaid"]);
    const closed = happened.resolved("closed");
    expect(decide([...history, asked], examples.resolve)).toEqual({
      kind: "accepted",
      events: [closed],
    });
    expect(typesOf([...history, asked, closed], refund)).toEqual(["TransactionRefundRequested"]);
  });

  it("is decided about once, and only while it is held", () => {
    for (const decided of [examples.decideHeld, refund]) {
      for (const history of [
        [created],
        [created, paid],
        [created, payoutHeld, happened.refunded()],
        [created, payoutHeld, paid],
      ]) {
        expect(decide(history, decided)).toMatchObject({ refusal: { code: "nothing-held" } });
      }
    }
  });

  it("is nobody's any more when the provider takes it back", () => {
    const { receiptId } = payoutHeld;
    const { paymentId, causeId, at } = examples.confirm;
    const money = examples.francs(10_000n);
    const reversal = { kind: "reverse-payment", paymentId, causeId, at, receiptId, money } as const;
    expect(typesOf([created, payoutHeld], reversal)).toEqual([
      "TransactionPaymentReversed",
      "TransactionFailed",
    ]);
  });

  it("is a case of its own each time, which ends with the transaction", () => {
    const [first] = casesOfHolds([created], [payoutHeld]);
    const [second] = casesOfHolds([created, payoutHeld, paid], [withheld]);
    expect(first).toMatchObject({
      command: { kind: "open", found: { kind: "account-held", money: examples.francs(10_000n) } },
    });
    expect(second?.caseId).not.toBe(first?.caseId);
    expect(casesOfHolds([created, payoutHeld], [happened.failed])).toMatchObject([
      { caseId: first?.caseId, command: { kind: "close", closing: "answered" } },
    ]);
  });
});
