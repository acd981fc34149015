import { type Instant, plusMs, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { SeenReceipt } from "./commands.ts";
import { payment } from "./decide.ts";
import type { PaymentEvent } from "./events.ts";
import {
  amountMismatch,
  at,
  completed,
  failed,
  initiated,
  order,
  receipt,
  requested,
} from "./payment.fixture.ts";

const { given } = specify(payment);
const graceMs = 60_000;
const seen = { kind: "record-receipts", attemptNumber: 1 } as const;
const record = (...receipts: readonly SeenReceipt[]) =>
  ({ ...seen, receipts, reversals: [], statedAt: null, graceMs, at }) as const;
const takeBack = (...receiptReferences: readonly string[]) =>
  ({
    ...seen,
    receipts: [],
    reversals: receiptReferences.map((receiptReference) => ({
      receiptReference,
      amountXof: xof(10_000n),
      reversedAt: at,
    })),
    statedAt: null,
    graceMs,
    at,
  }) as const;
const expire = { kind: "fail", reason: "expired", at } as const;
const cancel = { kind: "request-cancel", at } as const;
const recordUnknown = { kind: "record-unknown", since: at } as const;
const ids = { v: 1, paymentId: order.paymentId, transactionId: order.transactionId } as const;
const cancelled: PaymentEvent = { type: "PaymentCancelRequested", ...ids, requestedAt: at };
const unknown: PaymentEvent = { type: "PaymentOutcomeUnknown", ...ids, since: at };

describe("a payment is requested", () => {
  it("begins when its transaction was created", () => {
    const state = given().when({ kind: "request", order, at }).thenAccepted(requested);
    expect(state).toEqual({
      status: "requested",
      ...order,
      requestedAt: at,
      receipts: [],
      attemptNumber: 1,
      asked: [],
      isCancelRequested: false,
      isUnknownRecorded: false,
    });
  });

  it.each<readonly [string, readonly PaymentEvent[]]>([
    ["requested", [requested]],
    ["initiated", [requested, initiated]],
    ["completed", [requested, initiated, completed]],
    ["failed", [requested, failed]],
    ["held", [requested, amountMismatch]],
  ])("is not requested again once it is %s", (_status, history) => {
    given(...history)
      .when({ kind: "request", order: { ...order, amountXof: xof(1n) }, at })
      .thenNothingNew();
  });
});

describe("a provider that refuses at once, for a reason of its own", () => {
  const choiceOf = (provider: string | null) =>
    ({ provider, reason: "fail-over", passedOver: [] }) as const;
  const refuse = { ...expire, reason: "refused-by-provider", attemptNumber: 1 } as const;
  const rejected: PaymentEvent = {
    type: "PaymentAttemptRejected",
    v: 1,
    paymentId: order.paymentId,
    transactionId: order.transactionId,
    attemptNumber: 1,
    reason: "refused-by-provider",
    rejectedAt: at,
    next: choiceOf("south"),
  };

  it("makes room for the next one, and the payment stays requested", () => {
    const state = given(requested)
      .when({ ...refuse, next: choiceOf("south") })
      .thenAccepted(rejected);
    expect(state).toMatchObject({ status: "requested", attemptNumber: 2, asked: ["south"] });
  });

  it("is the end where nobody is left, where the order is given up, or where a person looks", () => {
    const failedNow = { ...failed, reason: "refused-by-provider" } as const;
    given(requested).when(refuse).thenAccepted(failedNow);
    given(requested)
      .when({ ...refuse, next: choiceOf(null) })
      .thenAccepted(failedNow);
    const next = choiceOf("south");
    given(requested, unknown)
      .when({ ...refuse, next })
      .thenAccepted(failedNow);
    given(requested, initiated)
      .when({ ...refuse, next })
      .thenAccepted(failedNow);
  });

  it("says nothing about the attempt of the next one, whatever it says again", () => {
    given(requested, rejected).when(refuse).thenNothingNew();
    given(requested, rejected)
      .when({ ...refuse, attemptNumber: 2 })
      .thenAccepted({ ...failed, reason: "refused-by-provider" });
  });

  it("and that was paid all the same has its money, by its own attempt", () => {
    given(requested, rejected)
      .when({ ...record(receipt), attemptNumber: 2 })
      .thenAccepted(initiated, { ...completed, attemptNumber: 2 });
    const state = given(requested, rejected, initiated, completed)
      .when({ ...record(receipt), attemptNumber: 2 })
      .thenAccepted({
        ...amountMismatch,
        attemptNumber: 2,
        discrepancy: "duplicate",
        receivedXof: receipt.amountXof,
      });
    expect(state).toMatchObject({ receipts: [{ attemptNumber: 1 }, { attemptNumber: 2 }] });
  });

  it("is asked for nothing where nobody fits: the payment fails with its order", () => {
    const choice = { provider: null, reason: "nobody-fits", passedOver: [] } as const;
    given()
      .when({ kind: "request", order, choice, at })
      .thenAccepted({ ...requested, choice }, { ...failed, reason: "refused-by-provider" });
  });
});

describe("an order that is given up, and one that nobody knows the outcome of", () => {
  it.each<readonly [string, readonly PaymentEvent[]]>([
    ["requested", [requested]],
    ["initiated", [requested, initiated]],
  ])("is remembered once while it is %s, and goes on", (_status, history) => {
    const state = given(...history)
      .when(cancel)
      .thenAccepted(cancelled);
    expect(state).toMatchObject({ isCancelRequested: true });
    given(...history, cancelled)
      .when(cancel)
      .thenNothingNew();
    const watched = given(...history)
      .when(recordUnknown)
      .thenAccepted(unknown);
    expect(watched).toMatchObject({ isUnknownRecorded: true });
    given(...history, unknown)
      .when(recordUnknown)
      .thenNothingNew();
  });

  it.each<readonly [string, readonly PaymentEvent[]]>([
    ["completed", [requested, initiated, completed]],
    ["failed", [requested, failed]],
    ["held", [requested, amountMismatch]],
  ])("changes nothing once it is %s", (_status, history) => {
    given(...history)
      .when(cancel)
      .thenNothingNew();
    given(...history)
      .when(recordUnknown)
      .thenNothingNew();
  });
});

describe("the provider takes the order", () => {
  it("initiates a requested payment once", () => {
    given(requested).when({ kind: "initiate", at }).thenAccepted(initiated);
    given(requested, initiated).when({ kind: "initiate", at }).thenNothingNew();
  });

  it("knows nothing of a payment that nobody ordered", () => {
    given().when({ kind: "initiate", at }).thenRefused("payment-unknown");
    given().when(record(receipt)).thenRefused("payment-unknown");
    given().when(expire).thenRefused("payment-unknown");
    given().when(cancel).thenRefused("payment-unknown");
    given().when(recordUnknown).thenRefused("payment-unknown");
  });

  it("cannot take an order that has failed", () => {
    given(requested, failed).when({ kind: "initiate", at }).thenRefused("payment-ended");
  });

  it("adds nothing once the money is in", () => {
    given(requested, initiated, completed).when({ kind: "initiate", at }).thenNothingNew();
    given(requested, initiated, amountMismatch).when({ kind: "initiate", at }).thenNothingNew();
  });
});

describe("the money comes in", () => {
  it("completes the payment by the amount that was ordered", () => {
    const state = given(requested, initiated).when(record(receipt)).thenAccepted(completed);
    expect(state).toMatchObject({
      status: "completed",
      receipts: [{ receiptReference: "receipt-1" }],
    });
  });

  it("proves that the provider had the order, even when its answer was lost", () => {
    given(requested).when(record(receipt)).thenAccepted(initiated, completed);
  });

  it("changes nothing when the same receipt is seen again", () => {
    given(requested, initiated, completed).when(record(receipt)).thenNothingNew();
    given(requested, initiated, completed).when(record(receipt, receipt)).thenNothingNew();
  });

  it("changes nothing when the provider shows no receipt", () => {
    given(requested, initiated).when(record()).thenNothingNew();
  });

  it.each([1n, 9_999n, 10_001n])("is held when it is %s XOF instead of 10 000", (otherXof) => {
    const other = { ...receipt, amountXof: xof(otherXof) };
    const state = given(requested, initiated)
      .when(record(other))
      .thenAccepted({ ...amountMismatch, receivedXof: xof(otherXof) });
    expect(state).toMatchObject({ status: "held", heldAt: at });
  });

  it("does not complete a held payment by the right amount afterwards", () => {
    const second = { ...receipt, receiptReference: "receipt-2" };
    given(requested, initiated, amountMismatch)
      .when(record({ ...receipt, amountXof: xof(500n) }, second))
      .thenAccepted(discrepancy("duplicate", "receipt-2", 10_000n));
  });

  it("is a duplicate when it comes a second time", () => {
    const second = { ...receipt, receiptReference: "receipt-2" };
    given(requested, initiated, completed)
      .when(record(receipt, second))
      .thenAccepted(discrepancy("duplicate", "receipt-2", 10_000n));
  });

  it("completes once and reports the rest when both receipts are seen at once", () => {
    const second = { ...receipt, receiptReference: "receipt-2" };
    const state = given(requested, initiated)
      .when(record(receipt, second))
      .thenAccepted(completed, discrepancy("duplicate", "receipt-2", 10_000n));
    expect(state).toMatchObject({
      status: "completed",
      receipts: [{ receiptReference: "receipt-1" }, { receiptReference: "receipt-2" }],
    });
  });

  it("is late after the payment has failed, and the payment stays failed", () => {
    const late = discrepancy("late", "receipt-1", 10_000n);
    const state = given(requested, failed).when(record(receipt)).thenAccepted(late);
    expect(state).toMatchObject({ status: "failed", reason: "expired" });
    given(requested, failed, late).when(record(receipt)).thenNothingNew();
  });
});

describe("the money comes behind the end of the order", () => {
  const endOf = (ms: number) => plusMs(order.expiresAt, ms);
  const seenAt = endOf(172_800_000);
  const paid = (receivedAt: Instant | null, changes: Partial<SeenReceipt> = {}) =>
    ({ ...record({ ...receipt, ...changes, receivedAt }), at: seenAt }) as const;
  const late = (receivedAt: Instant, receivedXof = order.amountXof): PaymentEvent => ({
    ...amountMismatch,
    discrepancy: "late",
    receivedXof,
    receivedAt,
    foundAt: seenAt,
  });
  const ended: PaymentEvent = { ...failed, reason: "expired", failedAt: seenAt };

  it("is in time up to the grace, by the provider's own time, whenever it is seen", () => {
    for (const ms of [-1, 0, 45_000, graceMs]) {
      const completedAt = endOf(ms);
      given(requested, initiated)
        .when(paid(completedAt))
        .thenAccepted({ ...completed, completedAt });
    }
  });

  it.each([graceMs + 1, 172_800_000])("goes back %d ms later, and the payment fails", (ms) => {
    const state = given(requested, initiated)
      .when(paid(endOf(ms)))
      .thenAccepted(late(endOf(ms)), ended);
    expect(state).toMatchObject({
      status: "failed",
      reason: "expired",
      receipts: [{ receiptReference: "receipt-1", amountXof: 10_000n }],
    });
  });

  it("goes back where it came, though nothing was heard of the order before", () => {
    given(requested)
      .when(paid(endOf(graceMs + 1)))
      .thenAccepted({ ...initiated, initiatedAt: seenAt }, late(endOf(graceMs + 1)), ended);
  });

  it("goes back where the provider does not say when it came, or in the future", () => {
    given(requested, initiated).when(paid(null)).thenAccepted(late(seenAt), ended);
    given(requested, initiated)
      .when(paid(plusMs(seenAt, 60_000)))
      .thenAccepted(late(seenAt), ended);
  });

  it("goes back as late, not as another amount", () => {
    given(requested, initiated)
      .when(paid(endOf(graceMs + 1), { amountXof: xof(500n) }))
      .thenAccepted(late(endOf(graceMs + 1), xof(500n)), ended);
  });

  it("ends an order that its buyer cancelled as cancelled", () => {
    const cancelled: PaymentEvent = {
      type: "PaymentCancelRequested",
      v: 1,
      paymentId: order.paymentId,
      transactionId: order.transactionId,
      requestedAt: at,
    };
    given(requested, initiated, cancelled)
      .when(paid(endOf(graceMs + 1)))
      .thenAccepted(late(endOf(graceMs + 1)), { ...ended, reason: "cancelled" });
  });

  it("changes nothing when it is seen again", () => {
    given(requested, initiated, late(endOf(graceMs + 1)), ended)
      .when(paid(endOf(graceMs + 1)))
      .thenNothingNew();
  });
});

describe("the money will not come", () => {
  it("fails a requested and an initiated payment by a definite no", () => {
    given(requested).when(expire).thenAccepted(failed);
    given(requested, initiated).when(expire).thenAccepted(failed);
  });

  it("changes nothing when it failed before, whatever the reason", () => {
    given(requested, failed).when(expire).thenNothingNew();
    given(requested, failed)
      .when({ ...expire, reason: "declined" })
      .thenNothingNew();
  });

  it("is no news of an attempt that nobody made, once money was received by another", () => {
    given(requested, initiated, completed).when(expire).thenNothingNew();
    given(requested, initiated, completed)
      .when({ ...expire, attemptNumber: 2 })
      .thenNothingNew();
  });

  const no = { ...expire, attemptNumber: 1 } as const;
  const { paymentId, transactionId } = order;
  const said = { type: "OutcomeContradicted", v: 1, paymentId, transactionId } as const;
  const of = (amount: bigint, ...names: readonly string[]) =>
    names.map((receiptReference) => ({ receiptReference, amountXof: xof(amount) }));
  const counted = of(10_000n, receipt.receiptReference);
  const never: PaymentEvent = { ...said, attemptNumber: 1, found: "never", counted, foundAt: at };
  const arrived: PaymentEvent = { ...never, found: "arrived" };

  it("is somebody's question where its provider shows other money of the order and no longer this one, until it does", () => {
    const other = { ...receipt, receiptReference: "receipt-2" };
    const past = [requested, initiated, completed] as const;
    const duplicate = discrepancy("duplicate", "receipt-2", 10_000n);
    given(...past)
      .when(record(other))
      .thenAccepted(duplicate, never);
    given(...past, duplicate, never)
      .when(record(other))
      .thenNothingNew();
    given(...past, duplicate, never)
      .when(record(receipt, other))
      .thenAccepted(arrived);
    given(...past, duplicate)
      .when(record(receipt, other))
      .thenNothingNew();
  });

  it.each<readonly [string, readonly PaymentEvent[], bigint]>([
    ["came", [completed], 10_000n],
    ["came in another amount", [amountMismatch], 500n],
    ["came late", [discrepancy("late", "receipt-1", 10_000n), failed], 10_000n],
  ])(
    "is somebody's question where its provider had said that it %s, and names the money, each time that it changes its word",
    (_how, paidBefore, amount) => {
      const past = [requested, initiated, ...paidBefore];
      const denied = { ...never, counted: of(amount, "receipt-1") };
      given(...past)
        .when(no)
        .thenAccepted(denied);
      given(...past, denied)
        .when(no)
        .thenNothingNew();
    },
  );

  it("is somebody's question of each receipt, also of one that is gone later than another", () => {
    const other = { ...receipt, receiptReference: "receipt-2" };
    const past = [requested, initiated, completed, discrepancy("duplicate", "receipt-2", 10_000n)];
    given(...past)
      .when(record(other))
      .thenAccepted(never);
    const both = { ...never, counted: of(10_000n, "receipt-2") };
    given(...past, never)
      .when(no)
      .thenAccepted(both);
    given(...past, never, both)
      .when(no)
      .thenNothingNew();
    given(...past)
      .when(no)
      .thenAccepted({ ...never, counted: of(10_000n, "receipt-1", "receipt-2") });
  });

  it("is no news to a word of a release before, which named no receipt", () => {
    const { counted: _counted, ...nameless } = never as typeof never & { counted: unknown };
    const past = [requested, initiated, completed, nameless as PaymentEvent] as const;
    given(...past)
      .when(no)
      .thenNothingNew();
    given(...past)
      .when(record(receipt))
      .thenAccepted({ ...said, attemptNumber: 1, found: "arrived", foundAt: at });
  });

  it("is taken back by its provider like every word: somebody may have asked the buyer for it meanwhile", () => {
    const past = [requested, initiated, completed] as const;
    given(...past)
      .when(record(receipt))
      .thenNothingNew();
    given(...past, never)
      .when(record(receipt))
      .thenAccepted(arrived);
    given(...past, never, arrived)
      .when(record(receipt))
      .thenNothingNew();
    const more = { ...receipt, receiptReference: "receipt-2" };
    const second = discrepancy("duplicate", "receipt-2", 10_000n);
    // That other money is there says nothing of this one.
    given(...past, never)
      .when(record(more))
      .thenAccepted(second);
    given(...past, never, second)
      .when(record(more))
      .thenNothingNew();
  });

  it("is no news of money that its provider took back before", () => {
    const reversed: PaymentEvent = {
      type: "PaymentReversed",
      v: 1,
      paymentId,
      transactionId,
      attemptNumber: 1,
      reversedXof: order.amountXof,
      receiptReference: receipt.receiptReference,
      reversedAt: at,
      foundAt: at,
    };
    given(requested, initiated, completed, reversed).when(no).thenNothingNew();
  });
});

it("refuses a log that does not begin with the request", () => {
  expect(() => payment.evolve(payment.initial, initiated)).toThrow("begins with PaymentRequested");
});

function discrepancy(
  kind: "late" | "duplicate",
  receiptReference: string,
  received: bigint,
): PaymentEvent {
  return {
    ...amountMismatch,
    discrepancy: kind,
    receiptReference,
    receivedXof: xof(received),
  };
}

describe("the provider takes money back", () => {
  const { paymentId, transactionId } = order;
  const reversed = {
    type: "PaymentReversed",
    v: 1,
    paymentId,
    transactionId,
    reversedXof: xof(10_000n),
    receiptReference: receipt.receiptReference,
    reversedAt: at,
    foundAt: at,
  } as const;

  it.each<readonly [string, readonly PaymentEvent[]]>([
    ["completed", [requested, initiated, completed]],
    ["held", [requested, initiated, { ...amountMismatch, receivedXof: xof(10_000n) }]],
  ])(
    "reverses the receipt of a payment that is %s, once, and leaves its status",
    (status, past) => {
      const [receiptReference = ""] = past.flatMap((event) =>
        "receiptReference" in event ? [event.receiptReference] : [],
      );
      const state = given(...past)
        .when(takeBack(receiptReference))
        .thenAccepted({ ...reversed, receiptReference });
      expect(state).toMatchObject({ status, receipts: [{ isReversed: true }] });
      given(...past, { ...reversed, receiptReference })
        .when(takeBack(receiptReference))
        .thenNothingNew();
    },
  );

  it("and shows it again: that is somebody's question, once, and so is that it is gone again", () => {
    const past = [requested, initiated, completed, reversed] as const;
    const ids = { v: 1, paymentId, transactionId, attemptNumber: 1 } as const;
    const said = { type: "OutcomeContradicted", ...ids, foundAt: at } as const;
    const stands: PaymentEvent = { ...said, found: "arrived" };
    const gone: PaymentEvent = { ...said, found: "never" };
    const shown = { ...takeBack(), receipts: [receipt] };
    const back = takeBack(receipt.receiptReference);
    given(...past)
      .when(shown)
      .thenAccepted(stands);
    given(...past, stands)
      .when(shown)
      .thenNothingNew();
    given(...past, stands)
      .when(back)
      .thenAccepted(gone);
    given(...past, stands, gone)
      .when(back)
      .thenNothingNew();
    // What it had said before it took the money back counts no more.
    given(requested, initiated, completed, gone, stands, reversed).when(shown).thenAccepted(stands);
  });

  it("reverses what was late, and nothing of what it never brought", () => {
    const late = { ...amountMismatch, discrepancy: "late", receiptReference: "receipt-9" } as const;
    const { receivedXof: reversedXof } = late;
    given(requested, failed, late)
      .when(takeBack("receipt-9", "receipt-77"))
      .thenAccepted({ ...reversed, reversedXof, receiptReference: "receipt-9" });
    given(requested, initiated, completed).when(takeBack("receipt-77")).thenNothingNew();
  });

  it("fails a payment of which nothing was ever seen: that money never was ours", () => {
    const { failedAt: _at, ...event } = failed;
    given(requested, initiated)
      .when(takeBack(receipt.receiptReference))
      .thenAccepted({ ...event, reason: "refused-by-provider", failedAt: at });
  });

  it("completes by the receipt that stands beside one that was taken back", () => {
    given(requested, initiated)
      .when({ ...takeBack("receipt-0"), receipts: [receipt] })
      .thenAccepted(completed);
  });
});
