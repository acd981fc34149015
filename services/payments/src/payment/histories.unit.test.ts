import { jsonText } from "@sanu/contracts";
import { fold, instant, newId, plusMs, xof } from "@sanu/kernel";
import { historyOf } from "@sanu/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PaymentCommand } from "./commands.ts";
import { payment } from "./decide.ts";
import { PaymentEvent } from "./events.ts";
import { order } from "./payment.fixture.ts";
import { publishPayment } from "./publish.ts";
import type { Payment } from "./state.ts";

const graceMs = 60_000;

const at = fc
  .integer({ min: 0, max: 999_999 })
  .map((micros) => instant(`2026-11-21T10:00:00.${String(micros).padStart(6, "0")}Z`));

/** Within the order, at its end, in the grace and far behind it. */
const seenAt = fc.oneof(
  at,
  fc.integer({ min: -1_000, max: 1_000 }).map((ms) => plusMs(order.expiresAt, ms)),
  fc.integer({ min: 59_000, max: 200_000 }).map((ms) => plusMs(order.expiresAt, ms)),
);

const receipt = fc.record({
  receiptReference: fc.constantFrom("one", "two", "three"),
  amountXof: fc.constantFrom(xof(10_000n), xof(9_999n), xof(20_000n)),
  receivedAt: fc.option(seenAt),
});

const nextChoice = { provider: "another", reason: "fail-over" as const, passedOver: [] };

const reversal = fc.tuple(receipt, seenAt).map(([{ receiptReference, amountXof }, reversedAt]) => ({
  receiptReference,
  amountXof,
  reversedAt,
}));

const command: fc.Arbitrary<PaymentCommand> = fc.oneof(
  fc.record({ kind: fc.constant("request" as const), order: fc.constant(order), at }),
  fc.record({ kind: fc.constant("initiate" as const), at }),
  fc.record({
    kind: fc.constant("record-receipts" as const),
    attemptNumber: fc.integer({ min: 1, max: 3 }),
    receipts: fc.array(receipt, { maxLength: 3 }),
    reversals: fc.array(reversal, { maxLength: 2 }),
    statedAt: fc.option(seenAt),
    graceMs: fc.constant(graceMs),
    at: seenAt,
  }),
  fc.record({
    kind: fc.constant("fail" as const),
    reason: fc.constantFrom("declined" as const, "expired" as const),
    attemptNumber: fc.integer({ min: 1, max: 3 }),
    next: fc.option(fc.constant(nextChoice), { nil: undefined }),
    at,
  }),
  fc.record({ kind: fc.constant("request-cancel" as const), at }),
  fc.record({ kind: fc.constant("record-unknown" as const), since: at }),
  fc.record({
    kind: fc.constant("decide-receipt" as const),
    receiptReference: fc.constantFrom("one", "two", "three"),
    verdict: fc.constantFrom("arrived" as const, "never" as const),
    amountXof: fc.constantFrom(xof(10_000n), xof(9_999n)),
    caseId: fc.constant(newId<"CaseId">()),
    at,
  }),
);

/** Without a request nothing has an effect: it comes first, and again at any time. */
const first = { kind: "request", order, at: instant("2026-11-21T10:00:00.000000Z") } as const;
const histories = fc
  .array(command, { maxLength: 12 })
  .map((commands) => historyOf(payment, [first, ...commands]));
const runs = { numRuns: 1_000 };
const countOf = (events: readonly PaymentEvent[], type: PaymentEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

it("completes or fails at most once, and never both", () => {
  fc.assert(
    fc.property(histories, (events) => {
      expect(
        countOf(events, "PaymentCompleted") + countOf(events, "PaymentFailed"),
      ).toBeLessThanOrEqual(1);
    }),
    runs,
  );
});

it("counts every receipt once, in full, and reverses it at most once, never before", () => {
  fc.assert(
    fc.property(histories, (events) => {
      const referencesOf = (isReversal: boolean) =>
        events.flatMap((event) =>
          "receiptReference" in event &&
          event.type !== "PaymentReceiptConfirmed" &&
          event.type !== "PaymentReceiptCorrected" &&
          (event.type === "PaymentReversed") === isReversal
            ? [`${event.receiptReference} of ${event.attemptNumber ?? 1}`]
            : [],
        );
      const [seen, reversed] = [referencesOf(false), referencesOf(true)];
      expect(new Set(seen).size).toBe(seen.length);
      expect(new Set(reversed).size).toBe(reversed.length);
      expect(seen).toEqual(expect.arrayContaining(reversed));
      for (const event of events) {
        if (event.type !== "PaymentCompleted") continue;
        expect(event.amountXof).toBe(order.amountXof);
        expect(event.completedAt <= plusMs(order.expiresAt, graceMs)).toBe(true);
      }
    }),
    runs,
  );
});

it("moves only forwards", () => {
  const next: Readonly<Record<Payment["status"], readonly Payment["status"][]>> = {
    none: ["requested"],
    requested: ["requested", "initiated", "failed"],
    initiated: ["initiated", "completed", "failed", "held"],
    completed: ["completed"],
    failed: ["failed"],
    held: ["held"],
  };
  fc.assert(
    fc.property(histories, (events) => {
      let state: Payment = payment.initial;
      for (const event of events) {
        const after = payment.evolve(state, event);
        expect(next[state.status]).toContain(after.status);
        state = after;
      }
    }),
    runs,
  );
});

it("answers a command that was carried out with nothing new", () => {
  fc.assert(
    fc.property(histories, command, (events, each) => {
      const state = fold(payment, events);
      const first = payment.decide(state, each);
      if (first.kind !== "accepted") return;
      const again = payment.decide(fold(payment, first.events, state), each);
      expect(again).toEqual({ kind: "nothing-new" });
    }),
    runs,
  );
});

it("stores every event so that it is read back unchanged, and publishes no receipt", () => {
  fc.assert(
    fc.property(histories, (events) => {
      for (const event of events) {
        expect(PaymentEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
        const text = publishPayment(event)?.dataText ?? "";
        expect(text).not.toContain("receiptReference");
        expect(text).not.toContain(order.payerHmac);
      }
    }),
    runs,
  );
});

it("fails as cancelled when the buyer changed her mind, and not as expired", () => {
  let cancelled = 0;
  fc.assert(
    fc.property(histories, (events) => {
      const failed = events.find(({ type }) => type === "PaymentFailed");
      const cancelAt = events.findIndex(({ type }) => type === "PaymentCancelRequested");
      if (failed?.type !== "PaymentFailed" || cancelAt < 0) return;
      cancelled += 1;
      expect(failed.reason).not.toBe("expired");
    }),
    runs,
  );
  expect(cancelled).toBeGreaterThan(10);
});
