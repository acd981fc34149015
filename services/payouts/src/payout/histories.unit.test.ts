import { jsonText, type PayoutFailureReason, type Verdict } from "@sanu/contracts";
import { type CaseId, newId } from "@sanu/kernel";
import { historyOf } from "@sanu/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PayoutCommand } from "./commands.ts";
import { payout } from "./decide.ts";
import { PayoutEvent } from "./events.ts";
import { at, attemptsMax, fees, orderOf, transfers } from "./payout.fixture.ts";
import { publishPayout } from "./publish.ts";
import { moneyOf, type Transfer } from "./transfer.ts";

const reasons: readonly PayoutFailureReason[] = ["no-route", "refused-by-receiver"];

function reversalOf(transfer: Transfer): PayoutCommand {
  const reason = "refused-by-receiver";
  const attempt = { kind: "reject-attempt", attemptNumber: 1, reason, attemptsMax, at } as const;
  const money = moneyOf(transfer);
  return { kind: "reverse", attempt, money, providerReference: null, reversedAt: at };
}

const attempts = fc.constantFrom(1, 1, 1, 2, 3, 4);

/** Of what is paid out; what goes back is held by nobody. */
const holds: readonly fc.Arbitrary<PayoutCommand>[] = [
  fc.constant({ kind: "request-hold", at }),
  fc.record({
    kind: fc.constant("withhold" as const),
    attemptNumber: attempts,
    at: fc.constant(at),
  }),
];

const caseId: CaseId = newId();
function verdictsOn(transfer: Transfer): fc.Arbitrary<PayoutCommand> {
  const arrived = { kind: "arrived", providerReference: "said", money: moneyOf(transfer) } as const;
  return fc
    .constantFrom<Verdict>({ kind: "never" }, arrived)
    .map((verdict) => ({ kind: "conclude", caseId, verdict, at }));
}

/** Without a request nothing has an effect: it comes first, and again at any time. */
const commandsOn = (transfer: Transfer): fc.Arbitrary<readonly PayoutCommand[]> => {
  const request: PayoutCommand = { kind: "request", order: orderOf(transfer), at };
  const next = fc.array(
    fc.oneof(
      fc.constant(request),
      verdictsOn(transfer),
      fc.record({
        kind: fc.constant("settle" as const),
        attemptNumber: attempts,
        fee: fc.constant(fees[transfer.kind]),
        settledAt: fc.constant(at),
      }),
      fc.constant<PayoutCommand>({ kind: "record-unknown", since: at }),
      ...(transfer.kind === "refund" ? [] : holds),
      ...(transfer.kind === "disbursement"
        ? [{ arbitrary: fc.constant(reversalOf(transfer)), weight: 3 }]
        : []),
      fc.record({
        kind: fc.constant("reject-attempt" as const),
        attemptNumber: attempts,
        reason: fc.constantFrom(...reasons),
        attemptsMax: fc.constant(attemptsMax),
        at: fc.constant(at),
      }),
    ),
    { maxLength: 12 },
  );
  return next.map((commands) => [request, ...commands]);
};

const histories = fc
  .constantFrom<Transfer>(...Object.values(transfers))
  .chain((transfer) => commandsOn(transfer).map((commands) => ({ transfer, commands })))
  .map(({ transfer, commands }) => ({ transfer, events: historyOf(payout, commands) }));
const runs = { numRuns: 1_000 };

it("reach every end that a payout has, and what contradicts one", () => {
  const drawn = fc.sample(histories, runs.numRuns);
  const types = drawn.flatMap(({ events }) => [...new Set(events.map(({ type }) => type))]);
  for (const type of [
    "PayoutSettled",
    "PayoutReversed",
    "PayoutFailed",
    "PayoutWithheld",
    "OutcomeContradicted",
    "VerdictContradicted",
  ]) {
    expect([type, types.filter((one) => one === type).length > 5]).toEqual([type, true]);
  }
});

it("settles, fails or is withheld at most once, and nothing but one reversal of what settled follows", () => {
  fc.assert(
    fc.property(histories, ({ events }) => {
      const types = events.flatMap(({ type }) => (type.endsWith("Contradicted") ? [] : [type]));
      const isReversed = types.at(-1) === "PayoutReversed";
      if (isReversed) expect(types.at(-2)).toBe("PayoutSettled");
      const before = types.slice(0, isReversed ? -2 : -1);
      const ends = ["PayoutSettled", "PayoutFailed", "PayoutReversed", "PayoutWithheld"] as const;
      for (const end of ends) expect(before).not.toContain(end);
    }),
    runs,
  );
});

it("numbers its attempts without a gap and never begins more than allowed", () => {
  fc.assert(
    fc.property(histories, ({ events }) => {
      const numbers = events.flatMap((event) =>
        event.type === "PayoutAttemptRejected" ? [event.attemptNumber] : [],
      );
      expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
      expect(numbers.length).toBeLessThan(attemptsMax);
    }),
    runs,
  );
});

it("sends exactly what was ordered, and tells at most once that nothing is known", () => {
  fc.assert(
    fc.property(histories, ({ transfer, events }) => {
      for (const event of events) {
        if (event.type === "PayoutSettled") expect(event.sent).toEqual(moneyOf(transfer));
      }
      const unknowns = events.filter(({ type }) => type === "PayoutOutcomeUnknown");
      expect(unknowns.length).toBeLessThanOrEqual(1);
    }),
    runs,
  );
});

it("stores every event so that it is read back unchanged, and publishes no destination", () => {
  fc.assert(
    fc.property(histories, ({ transfer, events }) => {
      for (const event of events) {
        expect(PayoutEvent.parse(JSON.parse(jsonText(event)))).toEqual(event);
        const published = publishPayout(event);
        expect(published?.dataText ?? "").not.toContain("h".repeat(43));
        const isRefund = transfer.kind === "refund";
        if (published !== undefined) {
          if (event.type.endsWith("Contradicted")) continue;
          expect(published.type).toContain(isRefund ? ".Refund" : ".Payout");
        }
      }
    }),
    runs,
  );
});

it("records each change of the rail's mind once, and begins no attempt behind an arrival", () => {
  fc.assert(
    fc.property(histories, ({ events }) => {
      const last = new Map<number, string>();
      let hasArrived = false;
      for (const event of events) {
        if (event.type === "PayoutReversed") last.clear();
        if (event.type === "PayoutFailed" && hasArrived) {
          // People alone say so, and only once the rail has taken it back.
          expect(event.caseId).toBeDefined();
          expect([...last.values()]).not.toContain("arrived");
        }
        if (event.type === "OutcomeContradicted") {
          expect(event.found).not.toBe(last.get(event.attemptNumber));
        }
        if (event.type !== "OutcomeContradicted" && event.type !== "VerdictContradicted") continue;
        // What contradicts a verdict is a word of the rail like any other.
        if (event.attemptNumber !== undefined) last.set(event.attemptNumber, event.found);
        hasArrived ||= event.type === "OutcomeContradicted" && event.found === "arrived";
      }
      const first = events.findIndex(
        (event) => event.type === "OutcomeContradicted" && event.found === "arrived",
      );
      const behind = first < 0 ? [] : events.slice(first).map(({ type }) => type);
      expect(behind).not.toContain("PayoutAttemptRejected");
      expect(behind).not.toContain("PayoutWithheld");
    }),
    runs,
  );
});
