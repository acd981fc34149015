import { sats } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { RejectAttempt } from "./commands.ts";
import { payout } from "./decide.ts";
import type { PayoutEvent } from "./events.ts";
import { at, attemptsMax, failed, order, rejected, requested, settled } from "./payout.fixture.ts";

const { given } = specify(payout);
const settle = { kind: "settle", feeSats: sats(3n), settledAt: at } as const;
const reject = (
  attemptNumber: number,
  reason: RejectAttempt["reason"] = "no-route",
): RejectAttempt => ({ kind: "reject-attempt", attemptNumber, reason, attemptsMax, at });

describe("a payout is requested", () => {
  it("begins with its first attempt", () => {
    const state = given().when({ kind: "request", order, at }).thenAccepted(requested);
    expect(state).toEqual({ status: "requested", attemptNumber: 1, ...order });
  });

  it.each<readonly [string, readonly PayoutEvent[]]>([
    ["requested", [requested]],
    ["at its second attempt", [requested, rejected(1)]],
    ["settled", [requested, settled]],
    ["failed", [requested, failed("no-route")]],
  ])("is not requested again once it is %s", (_status, history) => {
    given(...history)
      .when({ kind: "request", order: { ...order, amountSats: sats(1n) }, at })
      .thenNothingNew();
  });
});

describe("the receiver has the sats", () => {
  it("settles the payout once", () => {
    const state = given(requested).when(settle).thenAccepted(settled);
    expect(state).toEqual({ ...order, status: "settled", feeSats: 3n, settledAt: at });
    given(requested, settled).when(settle).thenNothingNew();
  });

  it("settles a payout whose earlier attempt was rejected", () => {
    given(requested, rejected(1)).when(settle).thenAccepted(settled);
  });

  it("contradicts a payout that failed for good", () => {
    given(requested, failed("no-route")).when(settle).thenRefused("payout-failed");
  });

  it("is refused for a payout that nobody ordered", () => {
    given().when(settle).thenRefused("payout-unknown");
    given().when(reject(1)).thenRefused("payout-unknown");
  });
});

describe("the rail rejects an attempt", () => {
  it("allows the next attempt where the reason may pass", () => {
    const state = given(requested).when(reject(1)).thenAccepted(rejected(1));
    expect(state).toMatchObject({ status: "requested", attemptNumber: 2 });
  });

  it("counts a rejected attempt once", () => {
    given(requested, rejected(1)).when(reject(1)).thenNothingNew();
  });

  it("fails the payout when the last attempt is rejected", () => {
    given(requested, rejected(1), rejected(2)).when(reject(3)).thenAccepted(failed("no-route"));
  });

  it.each(["refused-by-receiver", "destination-changed", "destination-unusable"] as const)(
    "fails the payout at once when the reason is %s",
    (reason) => {
      given(requested).when(reject(1, reason)).thenAccepted(failed(reason));
    },
  );

  it("changes nothing when the payout failed before", () => {
    given(requested, failed("no-route")).when(reject(1)).thenNothingNew();
  });

  it("contradicts a settled payout", () => {
    given(requested, settled).when(reject(1)).thenRefused("payout-settled");
  });
});

it("refuses a log that does not begin with the request", () => {
  expect(() => payout.evolve(payout.initial, settled)).toThrow("begins with PayoutRequested");
});
