import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { findReversalDifferences } from "./checks/find-reversal-differences.ts";
import { readEventLogs } from "./checks/read-event-logs.ts";
import type { Ending } from "./ending.ts";
import type { Load } from "./load.ts";
import type { Order } from "./outcomes.ts";
import type { FaultSystem } from "./system.ts";

const limits = {
  pollMs: 100,
  /** Of what has settled, the first of its kind is reversed, and this part of the others. */
  share: 0.3,
  /** So many looks later at most, so that what follows from the money goes on meanwhile. */
  laterMax: 10,
  /** Callbacks of one reversal: none, one, or several. */
  copies: [0, 1, 3],
  knownWithinMs: 60_000,
} as const;

interface Settled {
  readonly key: string;
  readonly kind: "collection" | "refund" | "disbursement";
  readonly transactionId: string;
}

/** What the sandbox can take back and our log knows to have settled. */
const settledText = `
select attempt_id::text as key, kind, data->>'transactionId' as "transactionId"
from attempts join events on stream_id = subject_id and version = 1
where state = 'settled' and kind in ('collection', 'refund', 'disbursement') order by attempt_id`;

/** Reverses some of what settles, each once, a while later. */
export interface Reversing {
  /** Reverses what is still to be, and returns how many of each kind were. */
  readonly stop: () => Promise<Readonly<Record<Settled["kind"], number>>>;
}

export function startReversing(system: FaultSystem, load: Load, random: () => number): Reversing {
  const seen = new Set<string>();
  const reversed: Settled[] = [];
  const kinds = new Set<Settled["kind"]>();
  let chosen: { readonly settled: Settled; later: number }[] = [];
  let isStopped = false;
  const look = async () => {
    for (const settled of await readSettled(system)) {
      if (seen.has(settled.key)) continue;
      seen.add(settled.key);
      const isFirst = !kinds.has(settled.kind);
      if (random() >= limits.share && !isFirst) continue;
      kinds.add(settled.kind);
      chosen.push({ settled, later: Math.floor(random() * limits.laterMax) });
    }
    for (const one of chosen) one.later -= 1;
    const due = chosen.filter(({ later }) => later < 0 || isStopped);
    chosen = chosen.filter((one) => !due.includes(one));
    for (const { settled } of due) {
      reverse(system, settled, random);
      reversed.push(settled);
    }
  };
  const run = async (): Promise<void> => {
    for (; !isStopped; await wait(limits.pollMs)) await look();
    await look();
  };
  const running = run();
  return {
    async stop() {
      isStopped = true;
      await running;
      // A client may hear of its order behind the money.
      for (const settled of reversed) changeEndings(load, settled);
      const timesOf = (kind: Settled["kind"]) =>
        reversed.filter((settled) => settled.kind === kind).length;
      return {
        collection: timesOf("collection"),
        refund: timesOf("refund"),
        disbursement: timesOf("disbursement"),
      };
    },
  };
}

async function readSettled({
  databases: { payments, payouts },
}: Pick<FaultSystem, "databases">): Promise<readonly Settled[]> {
  const query = CompiledQuery.raw(settledText);
  return [...(await payments.query<Settled>(query)), ...(await payouts.query<Settled>(query))];
}

function reverse(
  { sandbox }: Pick<FaultSystem, "sandbox">,
  { key, kind, transactionId }: Settled,
  random: () => number,
): void {
  const copies = limits.copies[Math.floor(random() * limits.copies.length)] ?? 1;
  sandbox.callbacks.change({ copies });
  const response = sandbox.reversals.reverse(key);
  sandbox.callbacks.change({ copies: 1 });
  if (response === "reversed") return;
  throw new Error(`The ${kind} ${key} of ${transactionId} is ${response}`);
}

function changeEndings({ deals }: Load, { kind, transactionId }: Settled): void {
  const deal = deals.find(({ id }) => id === transactionId);
  if (deal === undefined) throw new Error(`${transactionId} is nobody's`);
  const { order } = deal;
  deal.endings = deal.endings.flatMap((ending) => changedBy(kind, { order, ending }));
}

/**
 * What is taken back needs no refund; one that is refused for that is asked about, as one that came back is. Before its payout
 * left it is not paid out, and no refund is ordered. Where one of several refunds is not with the payer, the order waits for
 * a person.
 */
function changedBy(
  kind: Settled["kind"],
  { order, ending }: { readonly order: Order; readonly ending: Ending },
): readonly Ending[] {
  const asked = { ...ending, reviews: [...ending.reviews, "refund-failed" as const].toSorted() };
  const isTwice = "payer" in order && order.payer === "pays twice";
  const waiting = isTwice ? [{ ...asked, status: "PROCESSING" as const }] : [];
  if (kind === "refund") return [asked, ...waiting];
  if (kind !== "collection") return [ending];
  const refunds = ending.refunds.filter((reason) => reason !== "payout-failed");
  const withheld = { ...ending, status: "FAILED" as const, refunds };
  return [ending, withheld, ...(ending.refunds.length === 0 ? [] : [asked, ...waiting])];
}

/** Has the status of all that settled checked once more, as time would: some reversals told nobody. */
export async function checkAgain(system: FaultSystem): Promise<void> {
  const text =
    "update attempts set next_at = now() where state = 'settled' and called_at is not null";
  const { payments, payouts } = system.databases;
  for (const database of [payments, payouts]) await database.query(CompiledQuery.raw(text));
  await eventually(
    "every reversal is known",
    async () => (await findReversalDifferences(system, await readEventLogs(system))).length === 0,
    limits.knownWithinMs,
  );
}
