import { xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { RejectAttempt } from "./commands.ts";
import { payout } from "./decide.ts";
import type { PayoutEvent } from "./events.ts";
import { at, attemptsMax, eventsOf, fees, order, orderOf, transfers } from "./payout.fixture.ts";

const { given } = specify(payout);
const { requested, settled, unknown, rejected, failed } = eventsOf();
const settle = { kind: "settle", fee: fees.send, settledAt: at } as const;
const recordUnknown = { kind: "record-unknown", since: at } as const;
const reject = (
  attemptNumber: number,
  reason: RejectAttempt["reason"] = "no-route",
): RejectAttempt => ({ kind: "reject-attempt", attemptNumber, reason, attemptsMax, at });

describe("a payout is requested", () => {
  it("begins with its first attempt", () => {
    const state = given().when({ kind: "request", order, at }).thenAccepted(requested);
    expect(state).toEqual({ status: "requested", attemptNumber: 1, unknownSince: null, order });
  });

  it.each<readonly [string, readonly PayoutEvent[]]>([
    ["requested", [requested]],
    ["at its second attempt", [requested, rejected(1)]],
    ["unknown for long", [requested, unknown]],
    ["settled", [requested, settled]],
    ["failed", [requested, failed("no-route")]],
  ])("is not requested again once it is %s", (_status, history) => {
    given(...history)
      .when({ kind: "request", order: orderOf(transfers.disbursement), at })
      .thenNothingNew();
  });
});

describe("the receiver has the money", () => {
  it("settles the payout once", () => {
    const state = given(requested).when(settle).thenAccepted(settled);
    expect(state).toEqual({
      order,
      status: "settled",
      verdict: null,
      fee: fees.send,
      settledAt: at,
    });
    given(requested, settled).when(settle).thenNothingNew();
  });

  it.each(["send", "refund", "disbursement"] as const)(
    "says what was sent in the currency of a %s",
    (kind) => {
      const events = eventsOf(transfers[kind]);
      given(events.requested)
        .when({ kind: "settle", fee: fees[kind], settledAt: at })
        .thenAccepted(events.settled);
    },
  );

  it("settles a payout whose earlier attempt was rejected, or that was unknown for long", () => {
    given(requested, rejected(1)).when(settle).thenAccepted(settled);
    given(requested, unknown).when(settle).thenAccepted(settled);
  });

  it("contradicts a payout that failed for good", () => {
    given(requested, failed("no-route")).when(settle).thenRefused("payout-failed");
  });

  it("is refused for a payout that nobody ordered", () => {
    given().when(settle).thenRefused("payout-unknown");
    given().when(reject(1)).thenRefused("payout-unknown");
    given().when(recordUnknown).thenRefused("payout-unknown");
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

describe("nothing is known for a long time", () => {
  it("is told once, and changes nothing else", () => {
    const state = given(requested, rejected(1)).when(recordUnknown).thenAccepted(unknown);
    expect(state).toMatchObject({ status: "requested", attemptNumber: 2, unknownSince: at });
    given(requested, unknown).when(recordUnknown).thenNothingNew();
    // Another attempt is another question.
    given(requested, unknown, rejected(1)).when(recordUnknown).thenAccepted(unknown);
  });

  it("is followed by no other attempt: a late 'no' that may pass ends the payout", () => {
    given(requested, unknown).when(reject(1)).thenAccepted(failed("no-route"));
    given(requested, rejected(1), unknown).when(reject(2)).thenAccepted(failed("no-route"));
    given(requested, unknown, failed("no-route")).when(reject(1)).thenNothingNew();
  });

  it("means nothing once the payout has ended", () => {
    given(requested, settled).when(recordUnknown).thenNothingNew();
    given(requested, failed("no-route")).when(recordUnknown).thenNothingNew();
  });
});

describe("the provider takes back what it had paid out", () => {
  const { requested: ordered, settled: paid } = eventsOf(transfers.disbursement);
  const money = { currency: "XOF", amountXof: xof(10_000n) } as const;
  const reverse = {
    kind: "reverse",
    attempt: reject(1, "refused-by-receiver"),
    money,
    providerReference: "d-7",
    reversedAt: at,
  } as const;
  const { payoutId, transactionId } = order;
  const reversed: PayoutEvent = {
    type: "PayoutReversed",
    v: 1,
    payoutId,
    transactionId,
    kind: "disbursement",
    money,
    providerReference: "d-7",
    reversedAt: at,
  };

  it("reverses the payout once", () => {
    const state = given(ordered, paid).when(reverse).thenAccepted(reversed);
    expect(state).toMatchObject({ status: "reversed", reversedAt: at });
    given(ordered, paid, reversed).when(reverse).thenNothingNew();
  });

  it("contradicts whatever else is said of it later", () => {
    const past = [ordered, paid, reversed] as const;
    const settleXof = { ...settle, fee: fees.disbursement };
    given(...past)
      .when(settleXof)
      .thenRefused("payout-reversed");
    given(...past)
      .when(reject(1))
      .thenRefused("payout-reversed");
    given(...past)
      .when(recordUnknown)
      .thenNothingNew();
  });

  it("fails a payout that nobody saw settle, and is no news of one that failed", () => {
    const end = { ...failed("refused-by-receiver"), kind: "disbursement" } as const;
    given(ordered).when(reverse).thenAccepted(end);
    given(ordered, end).when(reverse).thenNothingNew();
    given().when(reverse).thenRefused("payout-unknown");
  });
});

it("refuses a log that does not begin with the request, or goes on behind its end", () => {
  expect(() => payout.evolve(payout.initial, settled)).toThrow("begins with PayoutRequested");
  const ended = given(requested).when(settle).thenAccepted(settled);
  expect(() => payout.evolve(ended, unknown)).toThrow("goes on");
});
