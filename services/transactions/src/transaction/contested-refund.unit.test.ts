import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { casesOfReversals } from "../case/reversals/cases-of-reversals.ts";
import { caseCommands } from "../case/reviews/cases-of-reviews.ts";
import type { ReportContradiction } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import {
  example,
  failRefund,
  francs,
  provideInvoice,
  resolve,
  satoshis,
  settleByHand,
} from "./example-commands.fixture.ts";
import * as happened from "./example-events.fixture.ts";
import { createdSale, paidSale, refundedSats } from "./sale.fixture.ts";

const { given } = specify(transaction);
const { refundId, at } = example;

/** Two of the staff said `never`, and the provider says that it arrived. */
const arrived: ReportContradiction = {
  kind: "report-contradiction",
  found: "arrived",
  receipt: null,
  refundId,
  payoutId: null,
  causeId: "fact-9",
  at,
};
const contested = happened.reviewed("contradicting-facts", "fact-9", {
  about: "refund",
  receiptId: "receipt-1",
  refundId,
});
const addressNeeded = happened.reviewed("return-address-needed", "fact-3", {
  about: "refund",
  receiptId: "receipt-1",
});
const lostSale = [createdSale, paidSale, happened.payoutFailed, refundedSats] as const;
const noRoute = happened.refundFailed({ reason: "no-route" });
const sale: readonly TransactionEvent[] = [...lostSale, noRoute, addressNeeded];
const purchase: readonly TransactionEvent[] = [
  ...happened.lostPayout,
  happened.refundFailed(),
  happened.refundAsked("fact-3"),
];
const refund = { ...resolve, resolution: "refund" } as const;
const closed = happened.resolved("closed");

describe("a refund that arrived although two of the staff said that it never will", () => {
  it("sends the same sats to no invoice of the seller", () => {
    const paidOut = given(...sale).when(provideInvoice);
    expect(paidOut.decision.kind).toBe("accepted");
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

  it.each([
    ["sats", sale],
    ["XOF", purchase],
  ] as const)("sends the same %s back by the word of no single person", (_of, history) => {
    given(...history, contested)
      .when(refund)
      .thenRefused("nothing-to-refund");
  });

  it("is given back by hand where two of the staff say so, and then nobody has to look", () => {
    const overtaken = happened.resolved("overtaken", null);
    const state = given(...purchase, contested)
      .when(settleByHand)
      .thenAccepted(
        happened.refundedByHand,
        { ...happened.lost, reason: "resolved-by-staff" },
        overtaken,
      );
    expect(state).toMatchObject({ status: "failed", review: [] });
    given(...purchase, contested, happened.refundedByHand)
      .when(settleByHand)
      .thenRefused("nothing-to-refund");
  });

  it("may be with her twice where it was given back by hand before: somebody has to look", () => {
    const overtaken = happened.resolved("overtaken", null);
    const past = [...purchase, happened.refundedByHand, happened.lost, overtaken] as const;
    const asked = happened.reviewed("contradicting-facts", "fact-9", { receiptId: "receipt-1" });
    const state = given(...past)
      .when(arrived)
      .thenAccepted(asked);
    expect(state).toMatchObject({ review: [{ causeId: "fact-9" }] });
    given(...past, asked)
      .when(resolve)
      .thenAccepted(closed);
  });

  it.each([
    ["sale", sale, "SELL_BITCOIN", satoshis(0n)],
    ["purchase", purchase, "BUY_BITCOIN", francs(0n)],
  ] as const)("ends its %s once the staff agrees with the provider", (_of, history, type, fee) => {
    const end = given(...history, contested)
      .when(resolve)
      .thenAccepted(closed, happened.refundSettled("receipt-1", refundId, fee), {
        ...happened.lost,
        transactionType: type,
      });
    expect(end).toMatchObject({ status: "failed", review: [], refunds: [{ state: "settled" }] });
  });

  it("is settled with what the provider says arrived, and the rest of it is owed in a case of its own", () => {
    const part = francs(9_900n);
    const short = { ...contested, arrived: part };
    given(...purchase)
      .when({ ...arrived, arrived: part })
      .thenAccepted(short);
    given(...purchase)
      .when({ ...arrived, arrived: francs(10_000n) })
      .thenAccepted(contested);
    const settled = {
      ...happened.refundSettled("receipt-1", refundId, francs(100n)),
      arrived: part,
    };
    const end = [closed, settled, happened.lost];
    given(...purchase, short)
      .when(resolve)
      .thenAccepted(...end);
    expect(casesOfReversals([...purchase, short], end)).toMatchObject([
      { command: { found: { kind: "refund-amount-differs", money: francs(100n) } } },
    ]);
  });

  it("keeps its question where other money of the order is sent back meanwhile", () => {
    const other = happened.reviewed("contradicting-facts", "fact-8", {
      about: "refund",
      receiptId: "receipt-2",
      refund: { money: francs(10_000n), reason: "payment-late" },
    });
    const { decision } = given(...purchase, contested, other).when(refund);
    expect(decision).toMatchObject({
      events: [
        { type: "TransactionReviewResolved" },
        { type: "TransactionRefundRequested", receiptId: "receipt-2" },
        { type: "TransactionReviewRequested", reason: "contradicting-facts", refundId },
      ],
    });
  });

  it("is looked at though another refund of it is under way, which nobody sends a third time", () => {
    const { refundId: second } = provideInvoice;
    const destination = { kind: "invoice", receiverHmac: "invoice" } as const;
    const again = { ...refundedSats, refundId: second, destination };
    const underWay = [...sale, again, contested];
    given(...underWay)
      .when(resolve)
      .thenRefused("outcome-unknown");
    const asked = { ...addressNeeded, causeId: "fact-5" };
    const lostAgain = { ...noRoute, refundId: second };
    const fail = {
      ...failRefund,
      reason: "no-route",
      refundId: second,
      causeId: "fact-5",
    } as const;
    given(...underWay)
      .when(fail)
      .thenAccepted(lostAgain, asked);
    given(...underWay, lostAgain, asked)
      .when(refund)
      .thenRefused("nothing-to-refund");
  });

  it("is a case about that refund, which facts alone do not close", () => {
    const [only] = caseCommands(sale, [contested]);
    expect(only?.command).toMatchObject({
      kind: "open",
      found: {
        kind: "contradicting-facts",
        subject: { kind: "refund", id: refundId },
        money: refundedSats.money,
      },
    });
    const [end] = caseCommands([...sale, contested], [happened.refundSettled(), closed]).filter(
      ({ caseId }) => caseId === only?.caseId,
    );
    expect(end?.command).toMatchObject({ kind: "close", closing: "resolved" });
    expect(
      caseCommands([...sale, contested], [happened.refundSettled()]).filter(
        ({ caseId }) => caseId === only?.caseId,
      ),
    ).toEqual([]);
  });
});

describe("a second refund of the same money", () => {
  const { refundId: second } = provideInvoice;
  const unknownOf = (of: typeof refundId, causeId: string) =>
    ({ kind: "refund-unknown", refundId: of, causeId, at }) as const;
  const fail = { ...failRefund, reason: "no-route", causeId: "fact-2" } as const;

  it("that stays unknown is a question and a case of its own, which its own end answers", () => {
    const commands = [
      unknownOf(refundId, "fact-1"),
      fail,
      provideInvoice,
      unknownOf(second, "fact-4"),
    ];
    const first = commands.reduce<readonly TransactionEvent[]>((history, command) => {
      const { decision } = given(...history).when(command);
      return decision.kind === "accepted" ? [...history, ...decision.events] : history;
    }, lostSale);
    const asked = first.filter(
      (event) => event.type === "TransactionReviewRequested" && event.reason === "outcome-unknown",
    );
    expect(asked).toMatchObject([
      { refundId, causeId: "fact-1" },
      { refundId: second, causeId: "fact-4" },
    ]);
    const opened = caseCommands(first.slice(0, -1), first.slice(-1));
    expect(opened).toMatchObject([
      {
        command: { kind: "open", found: { kind: "outcome-unknown", subject: { id: second } } },
      },
    ]);
    given(...first)
      .when(resolve)
      .thenRefused("outcome-unknown");
    const { decision } = given(...first).when({ ...fail, refundId: second, causeId: "fact-6" });
    expect(decision).toMatchObject({ events: [{ refundId: second }, { causeId: "fact-6" }] });
  });

  it("is asked about once, however often the fact comes", () => {
    const asked = happened.reviewed("outcome-unknown", "fact-4", {
      about: "refund",
      receiptId: "receipt-1",
      refundId,
    });
    given(...lostSale, asked)
      .when(unknownOf(refundId, "fact-4"))
      .thenNothingNew();
  });
});

describe("money that first came as a contradiction", () => {
  const receipt = { receiptId: "receipt-9", money: francs(10_000n) };
  const cameToo: ReportContradiction = { ...arrived, refundId: null, receipt };
  const asked = happened.reviewed("contradicting-facts", "fact-9", { receiptId: "receipt-9" });
  const takeBack = {
    kind: "reverse-payment",
    paymentId: example.paymentId,
    ...receipt,
    causeId: "fact-10",
    at,
  } as const;
  const { created, paid, completed } = happened;

  it.each([
    ["a paid", [created, paid]],
    ["a completed", [created, paid, completed]],
    ["a held", [created, happened.held, happened.refunded({ money: francs(9_000n) })]],
  ] as const)("is known by %s transaction, owed to nobody, and can be reversed", (_of, history) => {
    const state = given(...history)
      .when(cameToo)
      .thenAccepted(asked);
    expect(state).toMatchObject({ receiptIds: ["receipt-1", "receipt-9"] });
    const goesBack = expect.objectContaining({ receiptId: "receipt-9" });
    expect(state).not.toMatchObject({ refunds: expect.arrayContaining([goesBack]) });
    const reversed: TransactionEvent = {
      type: "TransactionPaymentReversed",
      v: 1,
      transactionId: example.transactionId,
      ...receipt,
      reversedAt: at,
    };
    given(...history, asked)
      .when(takeBack)
      .thenAccepted(reversed);
    given(...history, asked, reversed)
      .when(takeBack)
      .thenNothingNew();
  });
});
