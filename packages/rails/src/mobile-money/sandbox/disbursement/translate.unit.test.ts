import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { ProviderResponse } from "../../../http/provider-http.ts";
import { key } from "../../../http/samples.ts";
import { isUnknownAfter } from "../../../http/unknown-after.fixture.ts";
import { responses } from "./samples.ts";
import { readConditions, readDisbursed, readDisburseStatus, readFloats } from "./translate.ts";

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
    expect(readDisbursed(responses.pending, order)).toEqual({
      kind: "accepted",
      value: { kind: "pending", providerReference },
    });
    expect(readDisbursed(responses.settled, order)).toEqual({ kind: "accepted", value: settled });
  });

  it("accepts when the key is known: it is the order made before", () => {
    expect(readDisbursed(responses.duplicate, order)).toEqual({ kind: "accepted", value: settled });
  });

  it("is no yes where another amount stands under our key", () => {
    const cause = "unexpected-response";
    expect(readDisbursed(responses.duplicateOfAnotherAmount, order)).toEqual({
      kind: "unknown",
      cause,
    });
  });

  it("is taken where it names an order that has failed", () => {
    expect(readDisbursed(responses.noWallet, order)).toEqual({
      kind: "rejected",
      reason: "receiver-not-found",
      takenAs: providerReference,
    });
  });

  it.each<readonly [string, ProviderResponse]>([
    ["channel-closed", responses.channelClosed],
    ["insufficient-float", responses.noFloat],
    ["refused-by-provider", responses.invalidRequest],
  ])("is a definite no: %s", (reason, response) => {
    expect(readDisbursed(response, order)).toEqual({ kind: "rejected", reason });
  });

  isUnknownAfter((response) => readDisbursed(response, order));
});

describe("the status of a disbursement", () => {
  it("is pending, settled, or failed with its reason", () => {
    expect(readDisburseStatus(responses.readPending, key)).toEqual({
      kind: "pending",
      providerReference,
    });
    expect(readDisburseStatus(responses.readSettled, key)).toEqual(settled);
    expect(readDisburseStatus(responses.readFull, key)).toEqual({
      kind: "failed",
      providerReference,
      reason: "receiver-wallet-full",
    });
  });

  it("is reversed once its amount is back, which no answer to an order tells", () => {
    expect(readDisburseStatus(responses.readReversed, key)).toEqual({
      kind: "reversed",
      providerReference,
      amountXof: settled.amountXof,
      reversedAt: "2026-11-23T09:00:00.000000Z",
    });
    expect(readDisbursed(responses.knownAndReversed, order).kind).toBe("unknown");
  });

  it("is not found only in the gateway's own words", () => {
    expect(readDisburseStatus(responses.notFound, key)).toEqual({ kind: "not-found" });
  });

  it.each<readonly [string, ProviderResponse]>([
    ["of another key", responses.ofAnotherKey],
    ["settled at no moment", responses.settledWithoutMoment],
    ["reversed at no moment", responses.reversedWithoutMoment],
    ["failed for a reason that nobody documented", responses.failedForNobodyKnowsWhat],
    ["failed for a reason that every object has", responses.failedByEveryObject],
    ["in a status that nobody documented", responses.somethingNew],
  ])("is unknown where the answer is %s", (_what, response) => {
    expect(readDisburseStatus(response, key)).toEqual({
      kind: "unknown",
      cause: "unexpected-response",
    });
  });

  isUnknownAfter((response) => readDisburseStatus(response, key));
});

it("is not refused by a word that every object has", () => {
  expect(readDisbursed(responses.refusedByEveryObject, order).kind).toBe("unknown");
});

describe("the conditions of a channel", () => {
  it("are its limits, whether it is open, and our float", () => {
    expect(readConditions(responses.channel, "MTN_OPEN")).toEqual({
      kind: "conditions",
      isOpen: true,
      amountXofMin: 100n,
      amountXofMax: 1_000_000n,
      floatXof: 999_994_950n,
    });
    expect(readConditions(responses.closedChannel, "MTN_OPEN")).toMatchObject({
      isOpen: false,
      floatXof: 0n,
    });
  });

  it("are no answer about another channel", () => {
    expect(readConditions(responses.otherChannel, "MTN_OPEN").kind).toBe("unknown");
    expect(readConditions(responses.notFound, "MTN_OPEN")).toEqual({ kind: "unknown-channel" });
  });

  isUnknownAfter((response) => readConditions(response, "MTN_OPEN"));
});

describe("the floats", () => {
  it("are what each account could pay out, and the channels that are paid from it", () => {
    expect(readFloats(responses.floats)).toEqual({
      kind: "floats",
      floats: [
        { account: "disbursement", channels: null, availableXof: 999_994_950n },
        { account: "moov", channels: ["MOOV_BENIN"], availableXof: 0n },
      ],
    });
  });

  it("are not known from an answer that names no account, or less than nothing", () => {
    expect(readFloats(responses.floatsOfNoAccount).kind).toBe("unknown");
    expect(readFloats(responses.negativeFloat).kind).toBe("unknown");
  });

  isUnknownAfter(readFloats);
});
