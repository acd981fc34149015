import { newId, type TransactionId } from "@sanu/kernel";
import { randomFrom, testSeed } from "@sanu/testing";
import { afterAll, expect, it } from "vitest";
import { startTransactions } from "../transactions.fixture.ts";
import {
  type PayoutLeg,
  releasePayout,
  reservePayout,
  reserveRefund,
  settlePayout,
} from "./float-statements.ts";
import { floatNow, insertReport, tick } from "./floats.fixture.ts";

const running = await startTransactions();
afterAll(() => running.stop());

const rail = "lightning";
const aLifetimeMs = 1e12;
const stepsMax = 400;

interface Promised {
  readonly id: TransactionId;
  readonly leg: PayoutLeg;
  readonly amount: bigint;
  isPaid: boolean;
  /** When its payout's fact was recorded; null while it is not. */
  recordedAt: number | null;
}

/** A provider, and what of it and of the payouts arrives here: late, twice, and in any order. */
interface Game {
  readonly random: () => number;
  readonly reports: { readonly at: number; readonly amount: bigint }[];
  readonly promised: Set<Promised>;
  balance: bigint;
  now: number;
}

function draw<Each>({ random }: Game, list: Iterable<Each>): Each | undefined {
  const each = [...list];
  return each[Math.floor(random() * each.length)];
}

const unpaidOf = ({ promised }: Game) => [...promised].filter(({ isPaid }) => !isPaid);

async function order(game: Game): Promise<void> {
  const [id, amount] = [newId<"TransactionId">(), BigInt(1 + Math.floor(game.random() * 6_000))];
  const reserve = reservePayout(id, { rail, channel: null, amount }, aLifetimeMs);
  try {
    await running.database.query(reserve);
  } catch (error) {
    expect(error).toMatchObject({ constraint: "floats_available" });
    return;
  }
  game.promised.add({ id, leg: "payout", amount, isPaid: false, recordedAt: null });
  // What was promised now is there, whatever is owed besides.
  expect(leftOf(game)).toBeGreaterThanOrEqual(0n);
}

async function owe({ random, promised }: Game): Promise<void> {
  const [id, amount] = [newId<"TransactionId">(), BigInt(1 + Math.floor(random() * 3_000))];
  const leg = "refund receipt";
  for (let times = random() < 0.3 ? 2 : 1; times > 0; times -= 1) {
    await running.database.query(reserveRefund(id, leg, { rail, channel: null, amount }));
  }
  promised.add({ id, leg, amount, isPaid: false, recordedAt: null });
}

/** What would be left if all that is promised were paid now. */
function leftOf(game: Game): bigint {
  return unpaidOf(game).reduce((left, { amount }) => left - amount, game.balance);
}

function payOut(game: Game): void {
  const one = draw(game, unpaidOf(game));
  // What is owed may be more than is there; a provider pays nothing that it does not have.
  if (one === undefined || one.amount > game.balance) return;
  // Its fee is less than what was reserved for it.
  game.balance -= one.amount - (one.amount > 1n ? 1n : 0n);
  one.isPaid = true;
}

function record(game: Game): void {
  const paid = [...game.promised].filter((each) => each.isPaid && each.recordedAt === null);
  const one = draw(game, paid);
  if (one !== undefined) one.recordedAt = game.now;
}

async function deliverSettled(game: Game): Promise<void> {
  const one = draw(
    game,
    [...game.promised].filter(({ recordedAt }) => recordedAt !== null),
  );
  if (one === undefined || one.recordedAt === null) return;
  await running.database.query(settlePayout(one.id, one.leg, tick(one.recordedAt)));
  if (game.random() < 0.7) game.promised.delete(one);
}

async function fail(game: Game): Promise<void> {
  const one = draw(game, unpaidOf(game));
  if (one === undefined) return;
  await running.database.query(releasePayout(one.id, one.leg));
  if (game.random() < 0.2) await running.database.query(releasePayout(one.id, one.leg, true));
  game.promised.delete(one);
}

function observe({ reports, now, balance }: Game): void {
  reports.push({ at: now, amount: balance });
}

async function deliverReport(game: Game): Promise<void> {
  const { reports, random } = game;
  const report = random() < 0.5 ? reports.at(-1) : draw(game, reports);
  if (report === undefined) return;
  await insertReport(running, { rail, amount: report.amount, observedAt: tick(report.at) });
}

/** Only what is nearly empty is filled, so that money is scarce all the time. */
function fill(game: Game): void {
  if (game.balance < 4_000n) game.balance += 40_000n;
}

type Step = (game: Game) => Promise<void> | void;

/** How often each happens: money is scarce, and reports are rare. */
const shares: readonly (readonly [number, Step])[] = [
  [6, order],
  [5, payOut],
  [5, record],
  [5, deliverSettled],
  [1, fail],
  [1, owe],
  [2, observe],
  [2, deliverReport],
  [2, fill],
];
const steps: readonly Step[] = shares.flatMap(([share, step]) => Array<Step>(share).fill(step));

it("never promises a sat twice and forgets none, whatever is paid, arrives late, twice or out of order", async () => {
  const seed = testSeed();
  const random = randomFrom(seed);
  const game: Game = { random, reports: [], promised: new Set(), balance: 50_000n, now: 0 };
  observe(game);
  await deliverReport(game);
  let busySteps = 0;
  for (let step = 0; step < stepsMax; step += 1) {
    game.now += 1;
    await draw(game, steps)?.(game);
    const { available, heldBack, free, reserved, unreported } = await floatNow(running, rail);
    const shares = await running.rowsOf<{ free: bigint }>("select free from float_shares");

    expect([seed, step, free]).toEqual([seed, step, available - heldBack - reserved - unreported]);
    // Either none is below zero or none above it.
    const signs = new Set(shares.flatMap((share) => (share.free === 0n ? [] : [share.free > 0n])));
    expect([seed, step, signs.size <= 1]).toEqual([seed, step, true]);
    if (reserved > 0n) busySteps += 1;
  }
  expect(busySteps).toBeGreaterThan(stepsMax / 4);
});
