import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { invoice, paymentHash, responses } from "./samples.ts";
import { readCaptured, readCreated, readReceiveStatus } from "./translate.ts";

const order = { paymentHash, amountSats: sats(12_345n) };

describe("an invoice that the node wrote", () => {
  it("is taken when it asks for exactly what was ordered, new or known", () => {
    const accepted = { kind: "accepted", value: { invoice } };
    expect(readCreated(responses.created, order)).toEqual(accepted);
    expect(readCreated(responses.known, order)).toEqual(accepted);
  });

  it("is nobody's yes when its text asks for another amount or belongs to another hash", () => {
    const another = { ...order, amountSats: sats(12_346n) };
    const stranger = { ...order, paymentHash: "00".repeat(32) };
    for (const wrong of [another, stranger]) {
      expect(readCreated(responses.created, wrong).kind).toBe("unknown");
    }
  });

  it("is refused only by the node's own word", () => {
    expect(readCreated(responses.refused, order)).toEqual({
      kind: "rejected",
      reason: "refused-by-provider",
    });
  });

  isUnknownAfter((response) => readCreated(response, order));
});

describe("the status of an invoice", () => {
  it("is what the node says about this hash", () => {
    const statusOf = (response: Parameters<typeof readReceiveStatus>[0]) =>
      readReceiveStatus(response, paymentHash);
    expect(statusOf(responses.open)).toEqual({ kind: "open", invoice });
    expect(statusOf(responses.held)).toEqual({
      kind: "held",
      amountSats: 12_345n,
      heldAt: "2026-11-21T21:04:37.739000Z",
      blocksLeft: 80,
    });
    expect(statusOf(responses.captured)).toEqual({
      kind: "captured",
      amountSats: 12_345n,
      capturedAt: "2026-11-21T21:04:37.774000Z",
    });
    expect(statusOf(responses.cancelled)).toEqual({ kind: "cancelled" });
    expect(statusOf(responses.notFound)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (response) => readReceiveStatus(response, paymentHash),
    [
      ["an amount as a number", responses.heldWithAmountAsNumber],
      ["a word nobody documented", responses.somethingNew],
      ["held money without an amount", responses.heldWithoutAmount],
      ["a capture without its moment", responses.capturedWithoutMoment],
      ["another invoice", responses.ofAnotherHash],
    ],
  );
});

describe("a capture", () => {
  it("is accepted with what came in", () => {
    expect(readCaptured(responses.capturedNow, paymentHash)).toEqual({
      kind: "accepted",
      value: {
        kind: "captured",
        amountSats: 12_345n,
        capturedAt: "2026-11-21T21:04:37.774000Z",
      },
    });
  });

  it("is rejected only when the money went back", () => {
    expect(readCaptured(responses.gone, paymentHash)).toEqual({
      kind: "rejected",
      reason: "cancelled",
    });
    expect(readCaptured(responses.notHeld, paymentHash).kind).toBe("unknown");
    expect(readCaptured(responses.notFound, paymentHash).kind).toBe("unknown");
    expect(readCaptured(responses.ofAnotherHash, paymentHash).kind).toBe("unknown");
  });

  isUnknownAfter((response) => readCaptured(response, paymentHash));
});
