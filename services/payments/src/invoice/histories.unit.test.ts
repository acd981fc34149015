import { jsonText } from "@sanu/contracts";
import { fold, sats } from "@sanu/kernel";
import { historyOf } from "@sanu/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { InvoiceCommand } from "./commands.ts";
import { invoice } from "./decide.ts";
import { InvoiceEvent } from "./events.ts";
import { later, order, terms } from "./invoice.fixture.ts";
import { publishInvoice } from "./publish.ts";

const moment = fc.integer({ min: 0, max: 120_000 }).map(later);
const amount = fc.constantFrom(order.amountSats, sats(12_346n));

const command: fc.Arbitrary<InvoiceCommand> = fc.oneof(
  fc.record({ kind: fc.constant("request" as const), order: fc.constant(order), at: moment }),
  fc.record({ kind: fc.constant("initiate" as const), at: moment }),
  fc.record({
    kind: fc.constant("hold" as const),
    held: fc.record({
      amountSats: amount,
      heldAt: moment,
      blocksLeft: fc.integer({ min: 0, max: 80 }),
    }),
    verdict: fc.constantFrom("yes" as const, "no" as const, "unanswered" as const),
    terms: fc.constant(terms),
    at: moment,
  }),
  fc.record({
    kind: fc.constant("release" as const),
    reason: fc.constantFrom("expired" as const, "cancelled" as const),
    at: moment,
  }),
  fc.record({ kind: fc.constant("let-go" as const), at: moment }),
  fc.record({
    kind: fc.constant("record-capture" as const),
    amountSats: amount,
    capturedAt: moment,
    at: moment,
  }),
  fc.record({
    kind: fc.constant("close" as const),
    reason: fc.constant("expired" as const),
    at: moment,
  }),
  fc.record({ kind: fc.constant("record-unknown" as const), since: moment }),
);

const first = { kind: "request", order, at: later(0) } as const;
const histories = fc
  .array(command, { maxLength: 14 })
  .map((commands) => historyOf(invoice, [first, ...commands]));
const countOf = (events: readonly InvoiceEvent[], ...types: readonly string[]): number =>
  events.filter(({ type }) => types.includes(type)).length;

it("ends at most once: completed, failed, or received in another amount", () => {
  fc.assert(
    fc.property(histories, (events) => {
      const ends = countOf(events, "PaymentCompleted", "PaymentFailed");
      const receipts = countOf(events, "PaymentCompleted", "PaymentDiscrepancyFound");
      expect(ends).toBeLessThanOrEqual(1);
      expect(receipts).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000 },
  );
});

it("never wants sats to be taken that shall be let go, and lets go of what it wanted only where it is too late", () => {
  fc.assert(
    fc.property(histories, (events) => {
      const requests = events.flatMap(({ type }) => (type.endsWith("Requested") ? [type] : []));
      expect([
        ["InvoiceRequested"],
        ["InvoiceRequested", "CaptureRequested"],
        ["InvoiceRequested", "ReleaseRequested"],
        ["InvoiceRequested", "CaptureRequested", "ReleaseRequested"],
      ]).toContainEqual(requests);
      if (countOf(events, "CaptureRequested") > 0) {
        expect(countOf(events, "InvoiceHeld")).toBe(1);
      }
    }),
    { numRuns: 1_000 },
  );
});

it("answers a command that was carried out with nothing new", () => {
  fc.assert(
    fc.property(histories, command, (events, each) => {
      const state = fold(invoice, events);
      const decision = invoice.decide(state, each);
      if (decision.kind !== "accepted") return;
      const again = invoice.decide(fold(invoice, decision.events, state), each);
      expect(again.kind).not.toBe("accepted");
    }),
  );
});

it("stores every event so that it is read back unchanged, and publishes no destination", () => {
  fc.assert(
    fc.property(histories, (events) => {
      for (const event of events) {
        expect(InvoiceEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
        expect(publishInvoice(event)?.dataText ?? "").not.toContain(order.numberHmac);
      }
    }),
  );
});
