import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { answers, emptyAnswers, invoice, paymentHash } from "./samples.ts";
import { readCaptured, readCreated, readReceiveStatus } from "./translate.ts";

const order = { paymentHash, amountSats: sats(12_345n) };

describe("an invoice that the node wrote", () => {
  it("is taken when it asks for exactly what was ordered, new or known", () => {
    const accepted = { kind: "accepted", value: { invoice } };
    expect(readCreated(answers.created, order)).toEqual(accepted);
    expect(readCreated(answers.known, order)).toEqual(accepted);
  });

  it("is nobody's yes when its text asks for another amount or belongs to another hash", () => {
    const another = { ...order, amountSats: sats(12_346n) };
    const stranger = { ...order, paymentHash: "00".repeat(32) };
    for (const wrong of [another, stranger]) {
      expect(readCreated(answers.created, wrong).kind).toBe("unknown");
    }
  });

  it("is refused only by the node's own word", () => {
    expect(readCreated(answers.refused, order)).toEqual({
      kind: "rejected",
      reason: "refused-by-provider",
    });
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readCreated(answer, order).kind).toBe("unknown");
  });
});

describe("the status of an invoice", () => {
  it("is what the node says about this hash", () => {
    const statusOf = (answer: Parameters<typeof readReceiveStatus>[0]) =>
      readReceiveStatus(answer, paymentHash);
    expect(statusOf(answers.open)).toEqual({ kind: "open", invoice });
    expect(statusOf(answers.held)).toEqual({
      kind: "held",
      amountSats: 12_345n,
      heldAt: "2026-11-21T21:04:37.739000Z",
      blocksLeft: 80,
    });
    expect(statusOf(answers.captured)).toEqual({
      kind: "captured",
      amountSats: 12_345n,
      capturedAt: "2026-11-21T21:04:37.774000Z",
    });
    expect(statusOf(answers.cancelled)).toEqual({ kind: "cancelled" });
    expect(statusOf(answers.notFound)).toEqual({ kind: "not-found" });
  });

  it.each<(typeof emptyAnswers)[number]>([
    ["a word nobody documented", answers.somethingNew],
    ["held money without an amount", answers.heldWithoutAmount],
    ["a capture without its moment", answers.capturedWithoutMoment],
    ["another invoice", answers.ofAnotherHash],
    ...emptyAnswers,
  ])("is unknown after %s", (_what, answer) => {
    expect(readReceiveStatus(answer, paymentHash).kind).toBe("unknown");
  });
});

describe("a capture", () => {
  it("is accepted with what came in", () => {
    expect(readCaptured(answers.capturedNow, paymentHash)).toEqual({
      kind: "accepted",
      value: {
        kind: "captured",
        amountSats: 12_345n,
        capturedAt: "2026-11-21T21:04:37.774000Z",
      },
    });
  });

  it("is rejected only when the money went back", () => {
    expect(readCaptured(answers.gone, paymentHash)).toEqual({
      kind: "rejected",
      reason: "cancelled",
    });
    expect(readCaptured(answers.notHeld, paymentHash).kind).toBe("unknown");
    expect(readCaptured(answers.notFound, paymentHash).kind).toBe("unknown");
    expect(readCaptured(answers.ofAnotherHash, paymentHash).kind).toBe("unknown");
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readCaptured(answer, paymentHash).kind).toBe("unknown");
  });
});
