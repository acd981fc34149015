import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { isUnknownAfter, withOtherStatuses } from "../../http/unknown-after.fixture.ts";
import * as samples from "./samples.ts";
import * as node from "./translate.ts";

const { paymentHash, preimage, responses } = samples;
const settled = {
  kind: "settled",
  feeSats: 37n,
  settledAt: "2026-11-21T08:00:00.000000Z",
  proof: preimage,
};

describe("how a payment stands at the node", () => {
  const read = (response: ProviderResponse) => node.readPayment(response, paymentHash);

  it("is settled with the preimage that proves it, its fee rounded up", () => {
    expect(read(responses.paid)).toEqual(settled);
  });

  it("is in flight until the node has ended it", () => {
    expect(read(responses.pending)).toEqual({ kind: "in-flight" });
  });

  it("has failed by a way that was not found, for the book keeps no reason", () => {
    expect(read(responses.failed)).toEqual({ kind: "failed", reason: "no-route" });
  });

  it("is not found where the node has no try of it", () => {
    expect(read(responses.notFound)).toEqual({ kind: "not-found" });
  });

  it.each([
    ["of another hash", responses.ofAnotherHash],
    ["with a preimage that proves nothing", responses.wrongPreimage],
    ["paid without a preimage", responses.paidWithoutPreimage],
    ["paid at no moment", responses.paidAtNoMoment],
    ["of a path that the node does not know", responses.unknownEndpoint],
  ])("is unknown: %s", (_what, response) => {
    expect(read(response).kind).toBe("unknown");
  });

  const withCompletedAt = (completedAt: number): ProviderResponse =>
    responses.paid.kind === "response"
      ? { ...responses.paid, json: { ...Object(responses.paid.json), completedAt } }
      : responses.paid;
  isUnknownAfter(read, [
    ...withOtherStatuses(responses.paid),
    ...withOtherStatuses(responses.failed),
    ...[9_007_199_254_740_991, 253_402_300_800_000].map(
      (completedAt) => ["an end at no date", withCompletedAt(completedAt)] as const,
    ),
  ]);
});

describe("a try before ours", () => {
  const read = (response: ProviderResponse) => node.readUntried(response, paymentHash);

  it("has to be none", () => {
    expect(read(responses.notFound)).toEqual({ kind: "accepted", value: null });
  });

  it("is the only one where it failed: of two the book would show the older one", () => {
    expect(read(responses.failed)).toEqual({ kind: "rejected", reason: "no-route" });
  });

  it("is somebody else's send where it is under way or paid", () => {
    const unusable = { kind: "rejected", reason: "destination-unusable" };
    expect(read(responses.pending)).toEqual(unusable);
    expect(read(responses.paid)).toEqual(unusable);
  });

  isUnknownAfter(read);
});

describe("the answer of a payment", () => {
  const read = (response: ProviderResponse) => node.readPayAnswer(response, paymentHash);

  it("is 200 for both, and what stands in it decides", () => {
    expect(read(responses.payAnswer)).toEqual({ kind: "paid" });
    expect(read(responses.notPaid)).toEqual({
      kind: "not-paid",
      reason: "recipient node is offline or unreachable",
    });
  });

  it("is unknown without proof, and after an error in plain text", () => {
    expect(read(responses.payAnswerWithoutProof).kind).toBe("unknown");
    expect(read(responses.plainError).kind).toBe("unknown");
  });

  isUnknownAfter(read, [
    ...withOtherStatuses(responses.payAnswer),
    ...withOtherStatuses(responses.notPaid),
  ]);
});

describe("what became of a payment", () => {
  const notPaid = (reason: string) => ({ kind: "not-paid", reason }) as const;
  const failed = { kind: "failed", reason: "no-route" } as const;

  it.each([
    ["recipient node rejected the payment", "refused-by-receiver"],
    ["not enough funds in wallet to afford payment", "insufficient-balance"],
    ["not enough funds", "insufficient-balance"],
    ["the payment amount is too small", "destination-unusable"],
    ["recipient node is offline or unreachable", "no-route"],
    ["a word that nobody documented", "no-route"],
    // Every object has it.
    ["constructor", "no-route"],
  ])("is a definite no once the book says so: %s", (reason, outcome) => {
    expect(node.outcomeOfPay(notPaid(reason), failed)).toEqual({
      kind: "rejected",
      reason: outcome,
    });
  });

  it.each([
    "this invoice has already been paid",
    "another payment is in progress for that invoice",
    "a word that nobody documented",
  ])("is what the book says, whatever the answer: %s", (reason) => {
    const inFlight = { kind: "in-flight" } as const;
    expect(node.outcomeOfPay(notPaid(reason), inFlight)).toMatchObject({ kind: "accepted" });
    expect(node.outcomeOfPay(notPaid(reason), { kind: "not-found" }).kind).toBe("unknown");
  });

  it("is a no without a line in the book only where the node refuses before it writes one", () => {
    const reason = "payment request features not supported";
    expect(node.outcomeOfPay(notPaid(reason), { kind: "not-found" })).toEqual({
      kind: "rejected",
      reason: "destination-unusable",
    });
  });

  it("is unknown where answer and book contradict each other", () => {
    expect(node.outcomeOfPay({ kind: "paid" }, failed).kind).toBe("unknown");
    expect(node.outcomeOfPay({ kind: "paid" }, { kind: "not-found" }).kind).toBe("unknown");
  });
});

describe("the node's money", () => {
  it("is what its channels can send", () => {
    expect(node.readLiquidity(responses.balance, "phoenixd-one")).toEqual({
      kind: "liquidity",
      nodes: [{ account: "phoenixd-one", outboundSats: 70_000n, confirmedSats: 0n }],
    });
  });

  it("goes for four sats and four in a thousand, rounded up", () => {
    expect(node.feeSatsAtMost(sats(1n))).toBe(5n);
    expect(node.feeSatsAtMost(sats(250n))).toBe(5n);
    expect(node.feeSatsAtMost(sats(251n))).toBe(6n);
    expect(node.feeSatsAtMost(sats(8_169n))).toBe(37n);
  });

  isUnknownAfter(
    (given) => node.readLiquidity(given, "phoenixd"),
    withOtherStatuses(responses.balance),
  );
});

describe("a payment that the book does not call paid", () => {
  const read = (answer: ProviderResponse, change: object) => {
    if (answer.kind !== "response") throw new Error("It is no answer");
    const json = { ...Object(answer.json), ...change };
    return node.readPayment({ ...answer, json }, paymentHash);
  };

  it("is unknown where its preimage stands beside that: who tells it was paid", () => {
    expect(read(responses.paid, { isPaid: false }).kind).toBe("unknown");
    expect(read(responses.pending, { preimage }).kind).toBe("unknown");
    const failed = { kind: "failed", reason: "no-route" };
    expect(read(responses.failed, { preimage: null })).toEqual(failed);
    expect(read(responses.failed, { preimage: "11".repeat(32) })).toEqual(failed);
  });

  it.each([0, -5_000])("has not failed at the moment %d", (completedAt) => {
    expect(read(responses.failed, { completedAt }).kind).toBe("unknown");
    expect(read(responses.paid, { completedAt }).kind).toBe("unknown");
  });
});
