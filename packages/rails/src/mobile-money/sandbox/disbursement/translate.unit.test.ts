import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { ProviderAnswer } from "../../../http/provider-http.ts";
import { emptyAnswers } from "../samples.ts";
import { answers, key } from "./samples.ts";
import { readConditions, readDisbursed, readDisburseStatus } from "./translate.ts";

const order = { key, amountXof: xof(5_000n) };
const providerReference = "5b1a6c0e-8d6c-4a55-8a6e-0d0f3a1f9e11";
const settled = {
  kind: "settled",
  providerReference,
  amountXof: 5_000n,
  feeXof: 50n,
  settledAt: "2026-11-21T07:46:45.440000Z",
};

describe("the answer to a disbursement", () => {
  it("accepts what is on its way, and what is paid already", () => {
    expect(readDisbursed(answers.pending, order)).toEqual({
      kind: "accepted",
      value: { kind: "pending", providerReference },
    });
    expect(readDisbursed(answers.settled, order)).toEqual({ kind: "accepted", value: settled });
  });

  it("accepts when the key is known: it is the order made before", () => {
    expect(readDisbursed(answers.duplicate, order)).toEqual({ kind: "accepted", value: settled });
  });

  it("is no yes where another amount stands under our key", () => {
    const cause = "unexpected-answer";
    expect(readDisbursed(answers.duplicateOfAnotherAmount, order)).toEqual({
      kind: "unknown",
      cause,
    });
  });

  it.each<readonly [string, ProviderAnswer]>([
    ["receiver-not-found", answers.noWallet],
    ["channel-closed", answers.channelClosed],
    ["insufficient-float", answers.noFloat],
    ["refused-by-provider", answers.invalidRequest],
  ])("is a definite no: %s", (reason, answer) => {
    expect(readDisbursed(answer, order)).toEqual({ kind: "rejected", reason });
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readDisbursed(answer, order).kind).toBe("unknown");
  });
});

describe("the status of a disbursement", () => {
  it("is pending, settled, or failed with its reason", () => {
    expect(readDisburseStatus(answers.readPending, key)).toEqual({
      kind: "pending",
      providerReference,
    });
    expect(readDisburseStatus(answers.readSettled, key)).toEqual(settled);
    expect(readDisburseStatus(answers.readFull, key)).toEqual({
      kind: "failed",
      providerReference,
      reason: "receiver-wallet-full",
    });
  });

  it("is not found only in the gateway's own words", () => {
    expect(readDisburseStatus(answers.notFound, key)).toEqual({ kind: "not-found" });
  });

  it.each<readonly [string, ProviderAnswer]>([
    ["of another key", answers.ofAnotherKey],
    ["settled at no moment", answers.settledWithoutMoment],
    ["failed for a reason that nobody documented", answers.failedForNobodyKnowsWhat],
    ["in a status that nobody documented", answers.somethingNew],
  ])("is unknown where the answer is %s", (_what, answer) => {
    expect(readDisburseStatus(answer, key)).toEqual({
      kind: "unknown",
      cause: "unexpected-answer",
    });
  });

  it.each(emptyAnswers)("is unknown after %s", (_what, answer) => {
    expect(readDisburseStatus(answer, key).kind).toBe("unknown");
  });
});

describe("the conditions of a channel", () => {
  it("are its limits, whether it is open, and our float", () => {
    expect(readConditions(answers.channel, "MTN_OPEN")).toEqual({
      kind: "conditions",
      isOpen: true,
      amountXofMin: 100n,
      amountXofMax: 1_000_000n,
      floatXof: 999_994_950n,
    });
    expect(readConditions(answers.closedChannel, "MTN_OPEN")).toMatchObject({
      isOpen: false,
      floatXof: 0n,
    });
  });

  it("are no answer about another channel", () => {
    expect(readConditions(answers.otherChannel, "MTN_OPEN").kind).toBe("unknown");
    expect(readConditions(answers.notFound, "MTN_OPEN")).toEqual({ kind: "unknown-channel" });
  });

  it.each(emptyAnswers)("are unknown after %s", (_what, answer) => {
    expect(readConditions(answer, "MTN_OPEN").kind).toBe("unknown");
  });
});
