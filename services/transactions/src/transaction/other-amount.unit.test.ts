import { specify } from "@sanu/testing";
import { it } from "vitest";
import type { DecideDenied } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { EventOf } from "./events.ts";
import { decideHeld, example, francs, settleByHand } from "./example-commands.fixture.ts";
import {
  created,
  lostPayout,
  paid,
  payoutHeld,
  refundAsked,
  refunded,
  refundSettled,
  resolved,
  reviewed,
} from "./example-events.fixture.ts";

const { given } = specify(transaction);
const { transactionId, paymentId, refundId, at } = example;
const { caseId } = settleByHand;
const of = { v: 1, transactionId, receiptId: "receipt-1" } as const;
const money = francs(10_000n);

const madeWhole: EventOf<"TransactionDebtSettled"> = {
  type: "TransactionDebtSettled",
  ...of,
  of: "refund",
  by: "paid-by-hand",
  caseId,
  settledAt: at,
};
const cameBack: EventOf<"TransactionRefundReversed"> = {
  type: "TransactionRefundReversed",
  ...of,
  refundId,
  money: francs(9_900n),
  reversedAt: at,
};
const decide: DecideDenied = {
  kind: "decide-denied",
  receiptId: "receipt-1",
  verdict: "other-amount",
  payoutId: decideHeld.payoutId,
  payoutReference: decideHeld.payoutReference,
  refundId: decideHeld.refundId,
  caseId,
  at,
};
const asked = (shown: bigint) =>
  reviewed("contradicting-facts", "word-1", {
    about: "payment",
    receiptId: "receipt-1",
    denied: money,
    shown: francs(shown),
  });
const past = [
  ...lostPayout,
  { ...refundSettled(), arrived: francs(9_900n) },
  madeWhole,
  cameBack,
  refundAsked("back-1"),
] as const;

it("gives back what came of a receipt less what was given back of it by hand", () => {
  const came = francs(6_000n);
  given(...past, asked(6_000n))
    .when(decide)
    .thenAccepted(
      {
        type: "TransactionReceiptDecided",
        ...of,
        paymentId,
        money,
        verdict: "arrived",
        came,
        caseId,
        decidedAt: at,
      },
      refunded({ refundId: decide.refundId, money: francs(5_900n), earlierRefundIds: [refundId] }),
      resolved("overtaken", null),
    );
  given(...past, asked(100n))
    .when(decide)
    .thenRefused("nothing-denied");
});

it("sends nothing out of a receipt that goes back, whatever its provider says of it next", () => {
  const came = francs(6_000n);
  const decided: EventOf<"TransactionReceiptDecided"> = {
    type: "TransactionReceiptDecided",
    ...of,
    paymentId,
    money,
    verdict: "arrived",
    came,
    caseId,
    decidedAt: at,
  };
  const askedAgain = reviewed("contradicting-facts", "word-2", {
    about: "payment",
    receiptId: "receipt-1",
    denied: came,
    shown: money,
  });
  const { payoutId } = paid;
  const held = { ...payoutHeld, payoutId, cause: "payment-denied" } as const;
  const goesBack = refunded({ refundId: decide.refundId, money: came });
  const { came: _came, ...asCounted } = decided;
  given(created, paid, asked(6_000n), held, decided, goesBack, askedAgain)
    .when({ ...decide, verdict: "arrived" })
    .thenAccepted({ ...asCounted, money: came }, resolved("overtaken", null));
});
