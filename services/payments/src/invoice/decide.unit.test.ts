import { fold, plusMs, sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { InvoiceCommand } from "./commands.ts";
import { invoice } from "./decide.ts";
import type { InvoiceEvent } from "./events.ts";
import { at, capture, close, goodHold, later, order } from "./invoice.fixture.ts";
import { publishInvoice } from "./publish.ts";

/** The events that commands lead to, one after the other. */
function eventsOf(...commands: readonly InvoiceCommand[]): readonly InvoiceEvent[] {
  const events: InvoiceEvent[] = [];
  for (const command of commands) {
    const decision = invoice.decide(fold(invoice, events), command);
    if (decision.kind === "accepted") events.push(...decision.events);
  }
  return events;
}

const typesOf = (...commands: readonly InvoiceCommand[]) =>
  eventsOf(...commands).map(({ type }) => type);
const refusalAfter = (command: InvoiceCommand, ...before: readonly InvoiceCommand[]) =>
  invoice.decide(fold(invoice, eventsOf(...before)), command);

const request: InvoiceCommand = { kind: "request", order, at };
const initiate: InvoiceCommand = { kind: "initiate", at };
const unanswered: InvoiceCommand = { ...goodHold, verdict: "unanswered" };
const cancel: InvoiceCommand = { kind: "release", reason: "cancelled", at };
const expire: InvoiceCommand = { kind: "release", reason: "expired", at };

describe("held sats", () => {
  it("are wanted when the checks say yes in time, and are ours when the node says so", () => {
    expect(typesOf(request, initiate, goodHold, capture)).toEqual([
      "InvoiceRequested",
      "PaymentInitiated",
      "InvoiceHeld",
      "CaptureRequested",
      "PaymentCompleted",
    ]);
  });

  it("prove that the node had the invoice, though its answer was lost", () => {
    expect(typesOf(request, goodHold)).toContain("PaymentInitiated");
    expect(typesOf(request, capture)).toEqual([
      "InvoiceRequested",
      "PaymentInitiated",
      "PaymentCompleted",
    ]);
  });

  it("wait while nobody answers, until their time is over", () => {
    expect(typesOf(request, initiate, unanswered, unanswered).at(-1)).toBe("InvoiceHeld");
    const atLast = { ...unanswered, at: later(60_000) };
    expect(typesOf(request, initiate, unanswered, atLast).at(-1)).toBe("InvoiceHeld");
    const tooLate = { ...unanswered, at: later(60_001) };
    expect(eventsOf(request, initiate, unanswered, tooLate).at(-1)).toMatchObject({
      type: "ReleaseRequested",
      reason: "payout-unavailable",
    });
    const yesTooLate = { ...goodHold, at: later(60_001) };
    expect(typesOf(request, initiate, unanswered, yesTooLate).at(-1)).toBe("ReleaseRequested");
  });

  it.each([
    ["the checks say no", { ...goodHold, verdict: "no" }, "payout-unavailable"],
    [
      "too few blocks are left",
      { ...goodHold, held: { ...goodHold.held, blocksLeft: 19 } },
      "expired",
    ],
    [
      "more came than was asked for",
      { ...goodHold, held: { ...goodHold.held, amountSats: sats(12_346n) } },
      "cancelled",
    ],
  ] satisfies [string, InvoiceCommand, string][])("go back when %s", (_what, hold, reason) => {
    const events = eventsOf(request, initiate, hold, close);
    expect(events.map(({ type }) => type)).not.toContain("CaptureRequested");
    expect(events.at(-1)).toMatchObject({ type: "PaymentFailed", reason });
  });

  it("go back where they came behind the end and the grace, by the node's own time", () => {
    const cameAt = (ms: number, at = plusMs(order.expiresAt, 172_800_000)): InvoiceCommand => ({
      ...goodHold,
      held: { ...goodHold.held, heldAt: plusMs(order.expiresAt, ms) },
      at,
    });
    for (const ms of [-1, 0, 45_000, 60_000]) {
      expect(typesOf(request, initiate, cameAt(ms)).at(-1)).toBe("CaptureRequested");
    }
    expect(eventsOf(request, initiate, cameAt(60_001)).at(-1)).toMatchObject({
      type: "ReleaseRequested",
      reason: "expired",
    });
    // A node whose clock is ahead shows a moment that has not come.
    expect(typesOf(request, initiate, cameAt(60_001, at)).at(-1)).toBe("CaptureRequested");
  });

  it("are not wanted any more once their release is", () => {
    const types = typesOf(request, initiate, cancel, goodHold, goodHold);
    expect(types).not.toContain("CaptureRequested");
  });

  it("are never let go once they are wanted", () => {
    expect(refusalAfter(cancel, request, initiate, goodHold)).toMatchObject({
      kind: "refused",
      refusal: { code: "capture-under-way" },
    });
    expect(typesOf(request, initiate, goodHold, expire, cancel).at(-1)).toBe("CaptureRequested");
  });

  it("are let go, though they were wanted, where it is too late to take them, and are not wanted again", () => {
    const letGo: InvoiceCommand = { kind: "let-go", at };
    const events = eventsOf(request, initiate, goodHold, letGo, letGo, goodHold, close);
    expect(events.slice(-3)).toMatchObject([
      { type: "CaptureRequested" },
      { type: "ReleaseRequested", reason: "expired" },
      { type: "PaymentFailed", reason: "expired" },
    ]);
    // A capture before that may have arrived all the same.
    expect(typesOf(request, initiate, goodHold, letGo, capture).at(-1)).toBe("PaymentCompleted");
    expect(typesOf(request, initiate, letGo).at(-1)).toBe("PaymentInitiated");
    expect(typesOf(request, initiate, goodHold, capture, letGo).at(-1)).toBe("PaymentCompleted");
  });

  it("that went back by themselves fail the payment, even while they are wanted", () => {
    expect(eventsOf(request, initiate, goodHold, close).at(-1)).toMatchObject({
      type: "PaymentFailed",
      reason: "expired",
    });
  });

  it("are not told that the time is over, because they came in time", () => {
    expect(typesOf(request, initiate, unanswered, expire).at(-1)).toBe("InvoiceHeld");
    expect(typesOf(request, initiate, unanswered, cancel).at(-1)).toBe("ReleaseRequested");
  });
});

describe("what the node says against expectation", () => {
  it("is believed: captured money is received, whatever was wanted", () => {
    expect(typesOf(request, initiate, cancel, capture).at(-1)).toBe("PaymentCompleted");
  });

  it("is a discrepancy when it is another amount, or comes after the end", () => {
    expect(eventsOf(request, initiate, more, more).at(-1)).toMatchObject({
      type: "PaymentDiscrepancyFound",
      discrepancy: "amount-mismatch",
      receivedSats: 20_000n,
    });
    const late = typesOf(request, initiate, close, capture, capture);
    expect(late.filter((type) => type === "PaymentDiscrepancyFound")).toHaveLength(1);
  });

  const more = { ...capture, amountSats: sats(20_000n) };

  it.each<readonly [string, readonly InvoiceCommand[]]>([
    ["were ours", [capture]],
    ["came in another amount", [more]],
    ["came late", [close, capture]],
  ])(
    "is somebody's question where it had said that the sats %s, once for each change of its mind",
    (_how, before) => {
      const past = [request, initiate, ...before] as const;
      const said = eventsOf(...past, close, close, capture, capture, close).slice(
        eventsOf(...past).length,
      );
      const { paymentId, transactionId } = order;
      const of = { type: "OutcomeContradicted", paymentId, transactionId, attemptNumber: 1 };
      expect(said).toMatchObject([
        { ...of, found: "never" },
        { ...of, found: "arrived" },
        { ...of, found: "never" },
      ]);
      const type = "sanu.payments.OutcomeContradicted.v1";
      expect(said.map((event) => publishInvoice(event)?.type)).toEqual([type, type, type]);
    },
  );

  it("is refused where the node is said to have, or to hold, what ended before", () => {
    for (const command of [initiate, goodHold]) {
      expect(refusalAfter(command, request, close)).toMatchObject({
        refusal: { code: "payment-ended" },
      });
      expect(refusalAfter(command, request, initiate, capture)).toEqual({ kind: "nothing-new" });
    }
  });

  it("is refused about an invoice that nobody ordered", () => {
    for (const command of [initiate, goodHold, cancel, capture, close]) {
      expect(refusalAfter(command)).toMatchObject({ refusal: { code: "payment-unknown" } });
    }
  });
});

it("publishes once that the outcome is unknown, and not after the end", () => {
  const recordUnknown: InvoiceCommand = { kind: "record-unknown", since: at };
  const unknownCount = (types: readonly string[]) =>
    types.filter((type) => type === "PaymentOutcomeUnknown").length;
  expect(
    unknownCount(typesOf(request, recordUnknown, recordUnknown, initiate, recordUnknown)),
  ).toBe(1);
  expect(unknownCount(typesOf(request, close, recordUnknown))).toBe(0);
});
