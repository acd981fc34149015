import type { PaymentDiscrepancy } from "@sanu/contracts";
import { fold, newId, sats, xof } from "@sanu/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TransactionCommand } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import {
  confirm,
  create,
  discrepancy,
  failPayment,
  failPayout,
  link,
  settle,
} from "./examples.fixture.ts";
import type { Transaction } from "./state.ts";

const runs = process.env["SANU_TEST_LONG"] === "1" ? 10_000 : 1_000;

const numbers = fc.integer({ min: 1, max: 4 });
const amounts = fc.constantFrom(10_000n, 9_000n, 20_000n).map(xof);
const kinds = fc.constantFrom<PaymentDiscrepancy[]>("late", "duplicate", "amount-mismatch");
const unlike = newId<"PayoutId">();

/** Any fact in any order: early, late, twice, contradicting. The same id is always the same fact. */
const commands: fc.Arbitrary<TransactionCommand> = fc.oneof(
  fc.constant(create),
  numbers.map((number) => ({ ...link, causeId: `link-${number}` })),
  fc.tuple(numbers, amounts).map(([number, receivedXof]) => ({
    ...confirm,
    causeId: `confirm-${number}-${receivedXof}`,
    receivedXof,
    payoutId: newId<"PayoutId">(),
  })),
  numbers.map((number) => ({ ...failPayment, causeId: `fail-${number}` })),
  fc.tuple(numbers, amounts, kinds).map(([number, receivedXof, kind]) => ({
    ...discrepancy,
    causeId: `${kind}-${number}-${receivedXof}`,
    receivedXof,
    discrepancy: kind,
  })),
  fc.tuple(numbers, fc.constantFrom(16_339n, 1n)).map(([number, amount]) => ({
    ...settle,
    causeId: `settle-${number}-${amount}`,
    amountSats: sats(amount),
  })),
  numbers.map((number) => ({ ...failPayout, causeId: `fail-payout-${number}` })),
);

interface Life {
  readonly state: Transaction;
  readonly events: readonly TransactionEvent[];
  readonly statuses: readonly Transaction["status"][];
}

/** Lives through commands; facts about the payout name the real one, which only the life knows. */
function live(history: readonly TransactionCommand[]): Life {
  let state: Transaction = transaction.initial;
  const events: TransactionEvent[] = [];
  const statuses: Transaction["status"][] = [state.status];
  for (const command of history) {
    const decision = transaction.decide(state, aimed(state, command));
    if (decision.kind !== "accepted") continue;
    events.push(...decision.events);
    state = fold(transaction, decision.events, state);
    statuses.push(state.status);
  }
  return { state, events, statuses };
}

function aimed(state: Transaction, command: TransactionCommand): TransactionCommand {
  if (command.kind !== "settle-payout" && command.kind !== "fail-payout") return command;
  const isPaidOut = state.status === "processing" || state.status === "completed";
  return { ...command, payoutId: (isPaidOut ? state.payout?.payoutId : undefined) ?? unlike };
}

const legal = new Set([
  "none→pending",
  "pending→processing",
  "pending→failed",
  "processing→completed",
]);

const lives = fc.array(commands, { maxLength: 30 }).map((history) => [create, ...history]);
const holds = (property: (life: Life, history: readonly TransactionCommand[]) => void) =>
  fc.assert(
    fc.property(lives, (history) => property(live(history), history)),
    { numRuns: runs },
  );

describe("whatever happens to a transaction", () => {
  it("has at most one payout, of exactly the ordered satoshis", () => {
    holds(({ events }) => {
      const payouts = events.filter((event) => event.type === "TransactionPaid");
      expect(payouts.length).toBeLessThanOrEqual(1);
      for (const { amountSats, rateXofPerBtc, amountXof } of events.filter(
        (event) => event.type === "TransactionCreated",
      )) {
        expect(amountSats).toBe((amountXof * 100_000_000n) / rateXofPerBtc);
        for (const payout of payouts) expect(payout.amountSats).toBe(amountSats);
      }
    });
  });

  it("changes its status only in legal ways", () => {
    holds(({ statuses }) => {
      for (const [index, status] of statuses.entries()) {
        const before = statuses[index - 1];
        if (before !== undefined && before !== status) {
          expect(legal).toContain(`${before}→${status}`);
        }
      }
    });
  });

  it("completes only behind a payout, and never fails once money is in", () => {
    holds(({ events }) => {
      const types = events.map((event) => event.type);
      const paidAt = types.indexOf("TransactionPaid");
      const completedAt = types.indexOf("TransactionCompleted");
      if (completedAt >= 0) expect(paidAt).toBeGreaterThanOrEqual(0);
      if (completedAt >= 0) expect(completedAt).toBeGreaterThan(paidAt);
      if (types.includes("TransactionFailed")) {
        expect(types).not.toContain("TransactionPaid");
        expect(types).not.toContain("TransactionPaymentHeld");
      }
    });
  });

  it("asks for one review for each fact that needs one, and loses none of the money", () => {
    holds(({ events }, history) => {
      const reviews = events.filter((event) => event.type === "TransactionReviewRequested");
      const causeIds = reviews.map((review) => review.causeId);
      expect(new Set(causeIds).size).toBe(causeIds.length);
      for (const command of history) {
        if (command.kind === "report-discrepancy") expect(causeIds).toContain(command.causeId);
      }
    });
  });

  it("is the same life when every fact comes twice in a row", () => {
    holds(({ events }, history) => {
      const twice = live(history.flatMap((command) => [command, command]));
      expect(twice.events).toEqual(events);
    });
  });
});
