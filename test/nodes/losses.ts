import { setTimeout as wait } from "node:timers/promises";
import { announcedSeed, eventually, isLongRun, randomFrom } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { purchaseSats } from "../faults/load.ts";
import type { NodeFault } from "./node-proxy.ts";
import type { NodeWorld } from "./node-world.ts";
import { newHoldInvoice, newInvoice, type PaymentUpdate, paymentsOf } from "./payer.ts";

const counts = isLongRun()
  ? { payouts: 1_000, serviceKills: 20, nodeKills: 6 }
  : { payouts: 60, serviceKills: 2, nodeKills: 1 };

const limits = {
  /** One receiver in so many refuses for good. */
  refusesEvery: 8,
  amountXof: 1_000,
  atOnce: 6,
  killPauseMsMax: 4_000,
  endWithinMs: isLongRun() ? 1_200_000 : 120_000,
  testMs: isLongRun() ? 1_800_000 : 240_000,
} as const;

/** Of all answers of the node; the rest is heard. */
const shares: readonly (readonly [NodeFault, number])[] = [
  ["lose", 0.3],
  ["reset", 0.1],
  ["hang", 0.05],
];

interface Payout {
  readonly id: string;
  readonly invoice: string;
  readonly refuses: boolean;
}

/** Payouts on a node whose answers are lost, while it and the service are killed. */
export function losses(world: NodeWorld): void {
  const { network, proxy, system } = world;
  const { alice, bob } = network;

  it("pays nothing twice and gives nothing back early, while the node's answers are lost and it is killed", {
    timeout: limits.testMs,
  }, async () => {
    const random = randomFrom(announcedSeed("the lost answers of the node"));
    proxy.draw(() => drawFault(random()));
    const payouts: Payout[] = [];
    const killing = killAtTimes(random);
    await inTurns(counts.payouts, async (number) => {
      payouts.push(await begin(number));
    });
    await killing;
    await fewOpen(payouts, counts.payouts / 10);
    proxy.draw(() => undefined);
    await fewOpen(payouts, 0);

    console.info(`Answers of the node: ${JSON.stringify(Object.fromEntries(proxy.counts))}`);
    for (const [fault] of shares) expect(proxy.counts.get(fault)).toBeGreaterThan(0);
    expect(await findWrongEnds(world, payouts)).toEqual([]);
    const shown = await statusesIn(world);
    const completed = payouts.filter(({ id }) => shown.get(id) === "COMPLETED").length;
    expect(completed).toBeGreaterThan(counts.payouts / 2);
  });

  /** Waits until so few have not ended. */
  const fewOpen = async (payouts: readonly Payout[], openMax: number): Promise<void> => {
    const isOpen = (status: string | undefined): boolean =>
      status === "PENDING" || status === "PROCESSING" || status === undefined;
    const fewAreOpen = async (): Promise<boolean> => {
      const shown = await statusesIn(world);
      return payouts.filter(({ id }) => isOpen(shown.get(id))).length <= openMax;
    };
    await eventually(`at most ${openMax} payouts are open`, fewAreOpen, limits.endWithinMs);
  };

  const begin = async (number: number): Promise<Payout> => {
    const refuses = number % limits.refusesEvery === 0;
    const amountSats = purchaseSats(BigInt(limits.amountXof));
    const invoice = refuses ? await refusedInvoice(amountSats) : await newInvoice(bob, amountSats);
    return { id: await world.buy(invoice, limits.amountXof), invoice, refuses };
  };

  /** The receiver knows nothing of it any more. */
  const refusedInvoice = async (amountSats: bigint): Promise<string> => {
    const { invoice, paymentHash } = await newHoldInvoice(bob, amountSats);
    const body = { payment_hash: paymentHash.toString("base64") };
    await bob.call("POST", "/v2/invoices/cancel", body);
    return invoice;
  };

  const killAtTimes = async (random: () => number): Promise<void> => {
    for (let kill = 0; kill < counts.serviceKills; kill += 1) {
      await wait(random() * limits.killPauseMsMax);
      await system.program("payouts").kill();
      await system.program("payouts").restart();
    }
    for (let kill = 0; kill < counts.nodeKills; kill += 1) {
      await wait(random() * limits.killPauseMsMax);
      await alice.kill();
      await alice.restart();
    }
  };
}

async function statusesIn({ system }: NodeWorld): Promise<ReadonlyMap<string, string>> {
  const rows = await system.databases.transactions.query<{ id: string; status: string }>(
    CompiledQuery.raw("select transaction_id::text as id, status from transaction_list"),
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** By the node's own payment list: paid once and completed, or refused for good and only then given back. */
async function findWrongEnds(
  world: NodeWorld,
  payouts: readonly Payout[],
): Promise<readonly string[]> {
  const shown = await statusesIn(world);
  const refunds = await refundTimesIn(world);
  const tried = Map.groupBy(
    await paymentsOf(world.network.alice),
    (payment) => payment.payment_request,
  );
  return payouts.flatMap(({ id, invoice, refuses }) => {
    const tries = tried.get(invoice) ?? [];
    const paid = tries.filter((each) => each.status === "SUCCEEDED").length;
    const refundedAtMs = refunds.get(id);
    const shownAs = shown.get(id);
    return [
      ...(paid > (refuses ? 0 : 1) ? [`${id} was paid ${paid} times`] : []),
      ...(shownAs === (paid === 1 ? "COMPLETED" : "FAILED") ? [] : [`${id} is ${shownAs}`]),
      ...(paid === 1 && refundedAtMs !== undefined ? [`${id} was paid and given back`] : []),
      ...(paid === 1 || isRefusedBefore(refundedAtMs, tries)
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
