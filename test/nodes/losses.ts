import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, randomFrom, shuffled } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { purchaseSats } from "../faults/load.ts";
import type { NodeFault } from "./node-proxy.ts";
import type { NodeWorld } from "./node-world.ts";
import {
  newInvoice,
  newRefusedInvoice,
  type PaymentUpdate,
  paymentsOf,
  stuckInvoices,
} from "./payer.ts";

const counts = isLongRun()
  ? { payouts: 1_000, serviceKills: 20, nodeKills: 6 }
  : { payouts: 45, serviceKills: 2, nodeKills: 1 };

const limits = {
  /** One receiver in so many refuses for good, and as many are Lightning addresses. */
  othersEvery: 8,
  amountXof: 500,
  atOnce: 6,
  killPauseMsMax: 2_000,
  lookEveryMs: 2_000,
  endWithinMs: isLongRun() ? 1_200_000 : 120_000,
  testMs: isLongRun() ? 3_600_000 : 240_000,
} as const;

/** Of all answers of the node; the rest is heard. */
const shares: readonly (readonly [NodeFault, number])[] = [
  ["lose", 0.3],
  ["reset", 0.1],
  ["hang", 0.05],
];

interface Payout {
  readonly id: string;
  /** What the node was or may have been asked to pay for it; of a Lightning address more than one. */
  readonly invoices: () => readonly string[];
  readonly refuses: boolean;
}

/** Payouts on a node whose answers are lost, while it and the service are killed. */
export function losses(world: NodeWorld): void {
  const { network, proxy, receivers } = world;
  const { alice, bob } = network;

  it("pays nothing twice and gives nothing back early, while the node's answers are lost and it is killed", {
    timeout: limits.testMs,
  }, async () => {
    const random = randomFrom(announcedSeed("the lost answers of the node"));
    proxy.draw(() => drawFault(random()));
    const payouts: Payout[] = [];
    const beginning = inTurns(counts.payouts, async (number) => {
      payouts.push(await begin(number));
    });
    const killing = killAlong(world, random, () => payouts.length);
    const [diedAtMs] = await Promise.all([killing, beginning]);
    const stuckNow = () => stuckInvoices(alice, diedAtMs);
    await fewOpen(payouts, stuckNow, counts.payouts / 10);
    proxy.draw(() => undefined);
    await fewOpen(payouts, stuckNow, 0);

    const stuck = await stuckNow();
    const answers = JSON.stringify(Object.fromEntries(proxy.counts));
    console.info(`Answers of the node: ${answers}; payments that it never sent: ${stuck.size}`);
    for (const [fault] of shares) expect(proxy.counts.get(fault)).toBeGreaterThan(0);
    expect(await findWrongEnds(world, payouts, stuck)).toEqual([]);
    const shown = await statusesIn(world);
    const completed = payouts.filter(({ id }) => shown.get(id) === "COMPLETED").length;
    expect(completed).toBeGreaterThan(counts.payouts / 2);
  });

  /** Waits until so few have not ended that could. */
  const fewOpen = async (
    payouts: readonly Payout[],
    stuckNow: () => Promise<ReadonlySet<string>>,
    openMax: number,
  ): Promise<void> => {
    const isOpen = (status: string | undefined): boolean =>
      status === "PENDING" || status === "PROCESSING" || status === undefined;
    const fewAreOpen = async (): Promise<boolean> => {
      const stuck = await stuckNow();
      const shown = await statusesIn(world);
      const open = payouts.filter(({ id }) => isOpen(shown.get(id)));
      return open.filter((one) => !one.invoices().some(isIn(stuck))).length <= openMax;
    };
    const what = `at most ${openMax} payouts are open`;
    await eventually(what, fewAreOpen, limits.endWithinMs, limits.lookEveryMs);
  };

  const begin = async (number: number): Promise<Payout> => {
    const amountSats = purchaseSats(BigInt(limits.amountXof));
    const refuses = number % limits.othersEvery === 0;
    if (number % limits.othersEvery === 1) {
      const user = `payout-${number}`;
      const id = await world.buy(receivers.addressOf(user), limits.amountXof);
      return { id, invoices: () => receivers.invoicesOf(user), refuses };
    }
    const invoice = await (refuses ? newRefusedInvoice : newInvoice)(bob, amountSats);
    const id = await world.buy(invoice, limits.amountXof);
    return { id, invoices: () => [invoice], refuses };
  };
}

/** Payouts and the node, in any order, and all along the way. Returns when the node died last. */
async function killAlong(
  { network: { alice }, system }: NodeWorld,
  random: () => number,
  begun: () => number,
): Promise<number> {
  const kills = [
    ...Array.from({ length: counts.serviceKills }, () => system.program("payouts")),
    ...Array.from({ length: counts.nodeKills }, () => alice),
  ];
  let diedAtMs = 0;
  for (const [index, victim] of shuffled(kills, random).entries()) {
    const place = Math.ceil((counts.payouts * (index + 1)) / (kills.length + 1));
    await eventually(`${place} payouts`, () => begun() >= place, limits.endWithinMs);
    await wait(random() * limits.killPauseMsMax);
    await victim.kill();
    if (victim === alice) diedAtMs = Date.now();
    await victim.restart();
  }
  return diedAtMs;
}

async function statusesIn({ system }: NodeWorld): Promise<ReadonlyMap<string, string>> {
  const rows = await system.databases.transactions.query<{ id: string; status: string }>(
    CompiledQuery.raw("select transaction_id::text as id, status from transaction_list"),
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

function isIn(invoices: ReadonlySet<string>): (invoice: string) => boolean {
  return (invoice) => invoices.has(invoice);
}

/**
 * By the node's own payment list: paid once and completed, or refused for good and only then given back; what it has no
 * answer to is neither.
 */
async function findWrongEnds(
  world: NodeWorld,
  payouts: readonly Payout[],
  stuck: ReadonlySet<string>,
): Promise<readonly string[]> {
  const shown = await statusesIn(world);
  const refunds = await refundTimesIn(world);
  const tried = Map.groupBy(
    await paymentsOf(world.network.alice),
    (payment) => payment.payment_request,
  );
  return payouts.flatMap(({ id, invoices, refuses }) => {
    const tries = invoices().flatMap((invoice) => tried.get(invoice) ?? []);
    const paid = tries.filter((each) => each.status === "SUCCEEDED").length;
    const refundedAtMs = refunds.get(id);
    const shownAs = shown.get(id);
    const hasEnded = !invoices().some(isIn(stuck));
    const endsAs = paid === 1 ? "COMPLETED" : "FAILED";
    const mayRefund = hasEnded && paid === 0 && isRefusedBefore(refundedAtMs, tries);
    return [
      ...(paid > (refuses ? 0 : 1) ? [`${id} was paid ${paid} times`] : []),
      ...(shownAs === (hasEnded ? endsAs : "PROCESSING") ? [] : [`${id} is ${shownAs}`]),
      ...(refundedAtMs === undefined || mayRefund
        ? []
        : [`${id} was given back at ${refundedAtMs} without a no of the node`]),
    ];
  });
}

async function refundTimesIn({ system }: NodeWorld): Promise<ReadonlyMap<string, number>> {
  const rows = await system.databases.transactions.query<{ id: string; atMs: string }>(
    CompiledQuery.raw(`select stream_id::text as id, extract(epoch from recorded_at) * 1000 as "atMs"
      from events where event_type = 'TransactionRefundRequested'`),
  );
  return new Map(rows.map(({ id, atMs }) => [id, Number(atMs)]));
}

/** Whether a node had refused for good, and all its parts on their ways had been decided, before the money went back. */
function isRefusedBefore(atMs: number | undefined, tries: readonly PaymentUpdate[]): boolean {
  const decidedAtMs = tries.flatMap(({ creation_time_ns: created, htlcs }) =>
    [created, ...htlcs.map((part) => part.resolve_time_ns)].map((time) =>
      Number(BigInt(time) / 1_000_000n),
    ),
  );
  return (
    atMs !== undefined &&
    tries.length > 0 &&
    tries.every(({ status }) => status === "FAILED") &&
    Math.max(...decidedAtMs) <= atMs
  );
}

function drawFault(drawn: number): NodeFault | undefined {
  let from = 0;
  for (const [fault, share] of shares) {
    from += share;
    if (drawn < from) return fault;
  }
  return undefined;
}

/** Some at a time. */
async function inTurns(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, worker));
}
