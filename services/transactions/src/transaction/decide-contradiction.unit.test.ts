import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ReportContradiction } from "./commands.ts";
import { transaction } from "./decide.ts";
import { francs, resolve } from "./example-commands.fixture.ts";
import {
  completed,
  created,
  failed,
  paid,
  refunded,
  resolved,
  reviewed,
} from "./example-events.fixture.ts";

const { given } = specify(transaction);
const contradiction: ReportContradiction = {
  kind: "report-contradiction",
  found: "arrived",
  receipt: null,
  refundId: null,
  payoutId: null,
  causeId: "fact-9",
  at: created.createdAt,
};
const money = francs(10_000n);
const withReceipt = { ...contradiction, receipt: { receiptId: "receipt-9", money } } as const;

describe("what a provider says against a verdict of the staff", () => {
  it.each([
    ["a completed", [created, paid, completed]],
    ["a failed", [created, failed]],
    ["a paid", [created, paid]],
  ] as const)("makes a person look at %s transaction, once, and moves nothing", (_of, history) => {
    const asked = { ...reviewed("contradicting-facts", "fact-9"), requestedAt: contradiction.at };
    given(...history)
      .when(contradiction)
      .thenAccepted(asked);
    given(...history, asked)
      .when(contradiction)
      .thenNothingNew();
    given().when(contradiction).thenRefused("unknown-transaction");
  });

  it("leaves money owed that came for an order that ended without any, until the staff sends it back", () => {
    const asked = reviewed("contradicting-facts", "fact-9", {
      about: "refund",
      receiptId: "receipt-9",
      refund: { money, reason: "payment-late" },
      requestedAt: contradiction.at,
    });
    const state = given(created, failed).when(withReceipt).thenAccepted(asked);
    expect(state).toMatchObject({ status: "failed", refunds: [{ state: "due", money }] });
    given(created, failed, asked).when(withReceipt).thenNothingNew();
    given(created, failed, asked).when(resolve).thenRefused("money-is-owed");
    const [refundId] = resolve.refundIds;
    if (refundId === undefined) throw new Error("The example has ids");
    given(created, failed, asked)
      .when({ ...resolve, resolution: "refund", at: created.createdAt })
      .thenAccepted(
        { ...resolved("refund-ordered"), resolvedAt: created.createdAt },
        refunded({
          refundId,
          receiptId: "receipt-9",
          reason: "review",
          requestedAt: created.createdAt,
        }),
      );
  });

  it("may speak of money that is known under another name: then nothing is owed by it", () => {
    given(created, paid)
      .when(withReceipt)
      .thenAccepted({
        ...reviewed("contradicting-facts", "fact-9", { receiptId: "receipt-9" }),
        requestedAt: contradiction.at,
      });
  });
});

describe("the end of a review", () => {
  const unknown = reviewed("outcome-unknown", "fact-1", { about: "payout" });
  const history = [created, paid, unknown] as const;

  it("is refused while nobody knows what became of a leg", () => {
    given(...history)
      .when(resolve)
      .thenRefused("outcome-unknown");
    given(...history, completed)
      .when(resolve)
      .thenAccepted(resolved("closed"));
  });

  it("for other money keeps the question of a leg that is unknown", () => {
    const late = reviewed("contradicting-facts", "fact-9", {
      about: "refund",
      receiptId: "receipt-9",
      refund: { money, reason: "payment-late" },
    });
    const { decision } = given(...history, late).when({ ...resolve, resolution: "refund" });
    expect(decision).toMatchObject({
      kind: "accepted",
      events: [
        { type: "TransactionReviewResolved" },
        { type: "TransactionRefundRequested", receiptId: "receipt-9" },
        { type: "TransactionReviewRequested", about: "payout", causeId: "fact-1" },
      ],
    });
  });
});
