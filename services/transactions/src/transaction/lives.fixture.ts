import { amountIn, amountOf, type Money } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import { isLongRun, testSeed } from "@sanu/testing";
import fc from "fast-check";
import {
  commands,
  commandsOfPayouts,
  commandsOfRefunds,
  contradictions,
  denial,
  denials,
  otherAmount,
  provideInvoices,
} from "./any-commands.fixture.ts";
import type { SettleRefund, TransactionCommand } from "./commands.ts";
import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import * as examples from "./example-commands.fixture.ts";
import { expectedOf } from "./money.ts";
import { createSale } from "./sale.fixture.ts";
import { type ExistingTransaction, payoutOf, type Transaction } from "./state.ts";

export const runs = isLongRun() ? 10_000 : 1_000;

/** What one command brought, and what the transaction is behind it. */
export interface Commit {
  readonly events: readonly TransactionEvent[];
  readonly state: ExistingTransaction;
}

export interface Life {
  readonly events: readonly TransactionEvent[];
  readonly commits: readonly Commit[];
  readonly statuses: readonly Transaction["status"][];
  /** Receipts that were told and not refused, in the order of their first telling. */
  readonly receiptIds: readonly string[];
}

/** Lives through commands; facts about payouts and refunds name real ones, which only the life knows. */
export function live(history: readonly TransactionCommand[]): Life {
  let state: Transaction = transaction.initial;
  const events: TransactionEvent[] = [];
  const commits: Commit[] = [];
  const statuses: Transaction["status"][] = [state.status];
  const receiptIds = new Set<string>();
  const came = new Map<string, Money>();
  for (const command of history) {
    const decision = transaction.decide(state, aimed(state, command, came));
    if (decision.kind === "refused") continue;
    if ("received" in command) {
      receiptIds.add(command.receiptId);
      came.set(command.receiptId, command.received);
    }
    if (decision.kind !== "accepted") continue;
    for (const event of decision.events) {
      events.push(event);
      state = fold(transaction, [event], state);
      statuses.push(state.status);
    }
    if (state.status !== "none") commits.push({ events: decision.events, state });
  }
  return { events, commits, statuses, receiptIds: [...receiptIds] };
}

function aimed(
  state: Transaction,
  command: TransactionCommand,
  came: ReadonlyMap<string, Money>,
): TransactionCommand {
  if (state.status === "none") return command;
  switch (command.kind) {
    case "settle-payout":
    case "fail-payout":
    case "withhold-payout":
    case "reverse-payout":
      return { ...command, payoutId: payoutOf(state)?.payoutId ?? command.payoutId };
    case "report-contradiction": {
      const refundIds = state.refunds.flatMap((one) => one.refundIds);
      const index = Number(command.causeId.slice(-1)) % Math.max(1, refundIds.length);
      if (command.causeId.startsWith("denied")) return { ...command, ...deniedOf(came, command) };
      return {
        ...command,
        payoutId: command.causeId.includes("payout") ? (payoutOf(state)?.payoutId ?? null) : null,
        refundId: command.causeId.includes("refund") ? (refundIds[index] ?? null) : null,
      };
    }
    case "settle-by-hand": {
      // By its place, so that the same command comes twice about the same receipt.
      const index = Number(command.receiptId) % Math.max(1, state.refunds.length);
      return { ...command, receiptId: state.refunds[index]?.receiptId ?? command.receiptId };
    }
    case "decide-denied": {
      const index = Number(command.receiptId) % Math.max(1, state.receiptIds.length);
      return { ...command, receiptId: state.receiptIds[index] ?? command.receiptId };
    }
    case "settle-debt": {
      const index = Number(command.receiptId) % Math.max(1, state.receiptIds.length);
      return { ...command, receiptId: state.receiptIds[index] ?? command.receiptId };
    }
    case "settle-refund":
    case "fail-refund":
    case "reverse-refund":
    case "refund-unknown": {
      const refunds = state.refunds.flatMap((one) =>
        one.refundIds.map((refundId) => ({ refundId, money: expectedOf(one) })),
      );
      const index = Number(command.causeId.slice(-1)) % Math.max(1, refunds.length);
      const refund = refunds[index];
      if (refund === undefined) return command;
      if (command.causeId.includes("-short-")) return { ...command, ...shortBy(100n, refund) };
      return command.kind === "settle-refund" || command.kind === "reverse-refund"
        ? { ...command, ...refund }
        : { ...command, refundId: refund.refundId };
    }
    default:
      return command;
  }
}

function deniedOf(
  came: ReadonlyMap<string, Money>,
  { causeId, found }: Extract<TransactionCommand, { kind: "report-contradiction" }>,
) {
  const number = Number(causeId.slice(-1));
  const all = [...came].map(([receiptId, money]) => ({ receiptId, money }));
  const one = all[number % Math.max(1, all.length)];
  if (one === undefined) return {};
  const { money } = one;
  // Less, more, and what was counted again.
  const other = amountOf(money) + ([-4_000n, 2_000n, 0n, -1n].at(number % 4) ?? 0n);
  const isOther = found === "arrived" && other !== amountOf(money);
  return { counted: [isOther ? { ...one, shown: amountIn(money.currency, other) } : one] };
}

function shortBy(kept: bigint, { refundId, money }: Pick<SettleRefund, "refundId" | "money">) {
  return { refundId, money: amountIn(money.currency, amountOf(money) - kept) };
}

const orders = fc.constantFrom(examples.create, createSale, { ...createSale, receiver: null });
const anyLives = fc
  .tuple(orders, fc.array(commands, { maxLength: 30 }))
  .map(([order, history]) => [order, ...history]);
const takeBack: fc.Arbitrary<TransactionCommand> = fc.constant({
  ...examples.link,
  kind: "reverse-payment",
  money: examples.confirm.received,
  receiptId: examples.confirm.receiptId,
});
/** What chance seldom brings: money that goes back in parts, by hand, and comes back, time and again. */
const livesOfRefund = fc
  .array(fc.oneof(commandsOfRefunds, takeBack), { minLength: 10, maxLength: 40 })
  .map((history) => [examples.create, examples.confirm, examples.failPayout, ...history]);
/** And what a provider says of a payout against its own word, while the seller and the staff want her sats back. */
const livesOfContests = fc
  .array(fc.oneof(commandsOfRefunds, contradictions, provideInvoices), { maxLength: 20 })
  .map((history) => [
    { ...createSale, receiver: null },
    { ...examples.confirm, received: examples.satoshis(17_007n) },
    examples.failPayout,
    ...history,
  ]);
/** And what becomes of a payout, which hardly begins where anything may come first. */
const settled: fc.Arbitrary<TransactionCommand> = fc.constant(examples.settle);
const ofPayouts = [commandsOfPayouts, commandsOfPayouts, settled, settled, commandsOfRefunds];
const livesOfPayouts = fc
  .array(fc.oneof(...ofPayouts, contradictions, takeBack), { maxLength: 20 })
  .map((history) => [examples.create, examples.confirm, ...history]);
/** And what a provider denies of what it had said, which hardly meets a payout where anything may come first. */
const livesOfDenials = fc
  .array(fc.oneof(denials, denials, commandsOfPayouts, commandsOfRefunds, takeBack), {
    maxLength: 20,
  })
  .map((history) => [
    examples.create,
    examples.confirm,
    denial(1),
    examples.withholdPayout,
    ...history,
  ]);
const livesOfAmounts = fc
  .array(fc.oneof(denials, denials, commandsOfPayouts, commandsOfRefunds, takeBack), {
    maxLength: 20,
  })
  .map((history) => [
    examples.create,
    examples.confirm,
    otherAmount(4),
    examples.withholdPayout,
    ...history,
  ]);
const lives: fc.Arbitrary<readonly TransactionCommand[]> = fc.oneof(
  livesOfDenials,
  livesOfAmounts,
  anyLives,
  livesOfRefund,
  livesOfContests,
  livesOfPayouts,
);
export const holds = (property: (life: Life, history: readonly TransactionCommand[]) => void) =>
  fc.assert(
    fc.property(lives, (history) => property(live(history), history)),
    { numRuns: runs, seed: testSeed() },
  );
