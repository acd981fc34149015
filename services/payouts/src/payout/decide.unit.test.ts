import { xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { RejectAttempt } from "./commands.ts";
import { payout } from "./decide.ts";
import type { PayoutEvent } from "./events.ts";
import { at, attemptsMax, eventsOf, fees, order, orderOf, transfers } from "./payout.fixture.ts";

const { given } = specify(payout);
const { requested, settled, unknown, rejected, failed } = eventsOf();
const settle = { kind: "settle", attemptNumber: 1, fee: fees.send, settledAt: at } as const;
const contradicted = (attemptNumber: number, found: "arrived" | "never"): PayoutEvent => ({
  type: "OutcomeContradicted",
  v: 1,
  payoutId: order.payoutId,
  transactionId: order.transactionId,
  kind: "send",
  attemptNumber,
  found,
  fee: found === "arrived" ? fees.send : null,
  foundAt: at,
});
const recordUnknown = { kind: "record-unknown", since: at } as const;
const reject = (
  attemptNumber: number,
  reason: RejectAttempt["reason"] = "no-route",
): RejectAttempt => ({ kind: "reject-attempt", attemptNumber, reason, attemptsMax, at });

describe("a payout is requested", () => {
  it("begins with its first attempt", () => {
    const state = given().when({ kind: "request", order, at }).thenAccepted(requested);
    expect(state).toEqual({
      status: "requested",
      attemptNumber: 1,
      asked: [],
      unknownSince: null,
      order,
    });
  });

  it("says with the order which provider was to be asked, where there was a choice", () => {
    const choice = { provider: "south", reason: "first-choice", passedOver: [] } as const;
    given()
      .when({ kind: "request", order, choice, at })
      .thenAccepted({ ...requested, choice });
  });

  it("is unknown from its beginning where a lost database may have sent it, and never sent anew", () => {
    const begun = given()
      .when({ kind: "request", order, maybeSentSince: at, at })
      .thenAccepted(requested, unknown);
    expect(begun).toMatchObject({ status: "requested", unknownSince: at });
    given(requested, unknown).when(reject(1)).thenAccepted(failed("no-route"));
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
      attemptNumber: 1,
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
        .when({ ...settle, fee: fees[kind] })
        .thenAccepted(events.settled);
    },
  );

  it("settles a payout whose earlier attempt was rejected, or that was unknown for long", () => {
    given(requested, rejected(1))
      .when({ ...settle, attemptNumber: 2 })
      .thenAccepted(settled);
    given(requested, unknown).when(settle).thenAccepted(settled);
  });

  it("contradicts a payout that failed for good, once", () => {
    const past = [requested, failed("no-route")] as const;
    given(...past)
      .when(settle)
      .thenAccepted(contradicted(1, "arrived"));
    given(...past, contradicted(1, "arrived"))
      .when(settle)
      .thenNothingNew();
  });

  it("by an attempt that was rejected is a contradiction, behind which nothing is sent or refunded any more", () => {
    const past = [requested, rejected(1)] as const;
    const known = [...past, contradicted(1, "arrived")] as const;
    const state = given(...past)
      .when(settle)
      .thenAccepted(contradicted(1, "arrived"));
    expect(state).toMatchObject({ status: "requested", attemptNumber: 2 });
    given(...known)
      .when(settle)
      .thenNothingNew();
    // The second attempt was withheld, or the rail says "no" to it: the first one has paid.
    given(...known)
      .when(reject(2))
      .thenAccepted({ ...settled, attemptNumber: 1 });
    for (const command of [reject(2), settle]) {
      given(...known, { ...settled, attemptNumber: 1 })
        .when(command)
        .thenNothingNew();
    }
    given(...known)
      .when({ ...settle, attemptNumber: 2 })
      .thenAccepted(settled);
  });

  it("twice, by two attempts, is a contradiction", () => {
    given(requested, rejected(1), settled).when(settle).thenAccepted(contradicted(1, "arrived"));
    given(requested, rejected(1), settled).when(reject(1)).thenNothingNew();
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

  it("allows the next provider's where this one refused for a reason that would not pass, once", () => {
    const next = { provider: "south", reason: "fail-over", passedOver: [] } as const;
    const refuse = { ...reject(1, "refused-by-receiver"), next } as const;
    const refused = { ...rejected(1), reason: "refused-by-receiver", next } as const;
    const state = given(requested).when(refuse).thenAccepted(refused);
    expect(state).toMatchObject({ status: "requested", attemptNumber: 2, asked: ["south"] });
    given(requested, refused).when(refuse).thenNothingNew();
    given(requested, unknown).when(refuse).thenAccepted(failed("refused-by-receiver"));
    const again = { ...next, reason: "first-choice" } as const;
    given(requested)
      .when({ ...refuse, next: again })
      .thenAccepted(failed("refused-by-receiver"));
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

  it("says at the end that what we hold was not enough", () => {
    const ours = { ...reject(3), isOurSide: true } as const;
    given(requested, rejected(1), rejected(2))
      .when(ours)
      .thenAccepted({ ...failed("no-route"), isOurSide: true });
  });

  it("changes nothing when the payout failed before", () => {
    given(requested, failed("no-route")).when(reject(1)).thenNothingNew();
  });

  it("contradicts a settled payout, once", () => {
    given(requested, settled).when(reject(1)).thenAccepted(contradicted(1, "never"));
    given(requested, settled, contradicted(1, "never")).when(reject(1)).thenNothingNew();
  });
});

describe("a payout that shall be held", () => {
  const ids = { payoutId: order.payoutId, transactionId: order.transactionId };
  const held: PayoutEvent = { type: "PayoutHoldRequested", v: 1, ...ids, requestedAt: at };
  const withheld: PayoutEvent = {
    type: "PayoutWithheld",
    v: 1,
    ...ids,
    kind: "send",
    withheldAt: at,
  };
  const requestHold = { kind: "request-hold", at } as const;
  const withhold = (attemptNumber: number) => ({ kind: "withhold", attemptNumber, at }) as const;

  it("remembers it once, through all that goes on meanwhile", () => {
    const state = given(requested).when(requestHold).thenAccepted(held);
    expect(state).toMatchObject({ status: "requested", isHoldRequested: true });
    given(requested, held).when(requestHold).thenNothingNew();
    given(requested, held, rejected(1)).when(requestHold).thenNothingNew();
    given(requested, held).when(recordUnknown).thenAccepted(unknown);
    given(requested, held).when(settle).thenAccepted(settled);
  });

  it("is held by the attempt that is now, and by no other", () => {
    given(requested).when(withhold(1)).thenAccepted(withheld);
    given(requested, held, rejected(1)).when(withhold(2)).thenAccepted(withheld);
    given(requested, held, rejected(1)).when(withhold(1)).thenNothingNew();
    given(requested, withheld).when(withhold(1)).thenNothingNew();
    given(requested, withheld).when(requestHold).thenNothingNew();
  });

  it("is held and not failed by a definite no, so that nothing goes back by itself", () => {
    given(requested, held).when(reject(1)).thenAccepted(rejected(1));
    given(requested, held).when(reject(1, "refused-by-receiver")).thenAccepted(withheld);
    given(requested, held, rejected(1), rejected(2)).when(reject(3)).thenAccepted(withheld);
    given(requested, held, unknown).when(reject(1)).thenAccepted(withheld);
  });

  it("settles where an earlier attempt arrived after all", () => {
    given(requested, rejected(1), contradicted(1, "arrived"))
      .when(withhold(2))
      .thenAccepted({ ...settled, attemptNumber: 1 });
  });

  it("has ended before: then nothing changes", () => {
    for (const end of [settled, failed("no-route")]) {
      given(requested, end).when(requestHold).thenNothingNew();
      given(requested, end).when(withhold(1)).thenNothingNew();
    }
    given().when(requestHold).thenRefused("payout-unknown");
    given().when(withhold(1)).thenRefused("payout-unknown");
  });
});

describe("a rail that says 'failed', then 'arrived', then 'never'", () => {
  const gone = failed("refused-by-receiver");
  const arrived = contradicted(1, "arrived");
  const never = contradicted(1, "never");

  it("is heard each time that it says otherwise: somebody may have closed the case by the word before", () => {
    const again = reject(1, "refused-by-receiver");
    given(requested, gone, arrived).when(again).thenAccepted(never);
    given(requested, gone, arrived, never).when(again).thenNothingNew();
    given(requested, gone, arrived, never).when(settle).thenAccepted(arrived);
    given(requested, gone, arrived, never, arrived).when(settle).thenNothingNew();
    given(requested, gone, arrived, never, arrived).when(again).thenAccepted(never);
    given(requested, gone).when(again).thenNothingNew();
  });

  it("is heard of an earlier attempt as well, whatever becomes of the later one", () => {
    const past = [requested, rejected(1), arrived] as const;
    given(...past)
      .when(reject(1))
      .thenAccepted(never);
    const paidTwice = { ...settled, attemptNumber: 2 } as PayoutEvent;
    given(requested, rejected(1), paidTwice, arrived).when(reject(1)).thenAccepted(never);
    given(requested, rejected(1), paidTwice).when(reject(1)).thenNothingNew();
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

  it("what had failed and arrived after all: that contradicts it, once", () => {
    const { failed: notPaid } = eventsOf(transfers.disbursement);
    const ofIt = { kind: "disbursement", fee: fees.disbursement } as const;
    const arrived = { ...contradicted(1, "arrived"), ...ofIt } as PayoutEvent;
    const never = { ...contradicted(1, "never"), kind: "disbursement" } as PayoutEvent;
    const past = [ordered, notPaid("refused-by-receiver"), arrived] as const;
    given(...past)
      .when(reverse)
      .thenAccepted(never);
    given(...past, never)
      .when(reverse)
      .thenNothingNew();
  });

  it("and pays it out again: that contradicts it, once", () => {
    const past = [ordered, paid, reversed] as const;
    const again = { ...settle, fee: fees.disbursement };
    const said = { ...contradicted(1, "arrived"), kind: "disbursement", fee: fees.disbursement };
    given(...past)
      .when(again)
      .thenAccepted(said as PayoutEvent);
    given(...past, said as PayoutEvent)
      .when(again)
      .thenNothingNew();
    // What it had said before it took the money back counts no more.
    const never = { ...contradicted(1, "never"), kind: "disbursement" };
    given(ordered, paid, never as PayoutEvent, said as PayoutEvent, reversed)
      .when(again)
      .thenAccepted(said as PayoutEvent);
    for (const command of [reject(1), recordUnknown]) {
      given(...past)
        .when(command)
        .thenNothingNew();
    }
  });

  it("by another attempt than the one that paid: the payout has arrived all the same", () => {
    const second = rejected(1) as PayoutEvent;
    given(ordered, second, paid).when(reverse).thenNothingNew();
    const arrived = { ...contradicted(1, "arrived"), kind: "disbursement" } as PayoutEvent;
    const never = { ...contradicted(1, "never"), kind: "disbursement" } as PayoutEvent;
    given(ordered, second, paid, arrived).when(reverse).thenAccepted(never);
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
