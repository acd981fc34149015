import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { attemptLimits } from "@sanu/attempts";
import { publishingServices } from "@sanu/contracts";
import { inspectStreams } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { acknowledgedPayment } from "./client-journal.ts";
import type { Ending } from "./ending.ts";
import type { Deal, Load } from "./load.ts";
import { orderTimelines } from "./order-timeline.ts";
import { describeOrder, isSilent } from "./outcomes.ts";
import { provideRefundInvoices } from "./provide-refund-invoices.ts";
import type { FaultSystem } from "./system.ts";

const limits = {
  /** A call that the last fault swallowed is found missing by one of the slowest status checks, made again, and looked for by another one. */
  finalWithinMs: 2 * attemptLimits.statusCheckMostMs + 30_000,
  /** A look reads everything; without a pause it takes a core from the services that it waits for. */
  finalEveryMs: 500,
  shownMax: 20,
  looksMax: 3,
  lookPauseMs: 150,
} as const;

/**
 * Waits until everything that can end has ended as it should; throws with what has not. Sellers who are asked meanwhile
 * where their sats go back to say it. Returns what was still open at the last look but one: whoever waited for long
 * reads here for what.
 */
export async function awaitFinal(
  system: FaultSystem,
  load: Load,
  withinMs: number = limits.finalWithinMs,
): Promise<readonly string[]> {
  let unfinished: readonly string[] = [];
  let endedLast: readonly string[] = [];
  await eventually(
    "everything has ended",
    async () => {
      endedLast = unfinished;
      await provideRefundInvoices(system, load);
      unfinished = await findUnfinished(system, load);
      return unfinished.length === 0;
    },
    withinMs,
    limits.finalEveryMs,
  ).catch(async (error: unknown) => {
    const shown = unfinished.slice(0, limits.shownMax);
    const stories = await orderTimelines(system, load, shown);
    throw new Error(
      [
        `${unfinished.length} things have not ended:`,
        ...shown,
        ...load.journal.faults.slice(0, limits.shownMax),
        ...stories,
      ].join("\n"),
      { cause: error },
    );
  });
  return endedLast;
}

/** What has not ended as it should, and work that is left lying about: one sentence each. */
export async function findUnfinished(system: FaultSystem, load: Load): Promise<readonly string[]> {
  const [endings, facts, work] = await Promise.all([
    findWrongEndings(system, load),
    findFactsUnderWay(system),
    findOpenWork(system, load),
  ]);
  return [...endings, ...facts, ...work];
}

interface EndingRow extends Ending {
  readonly id: string;
}

const endingsText = `
select list.transaction_id::text as id, list.status,
  array(select data->>'reason' from events where stream_id = list.transaction_id
    and event_type = 'TransactionRefundRequested' order by 1) as refunds,
  array(select data->>'reason' from events where stream_id = list.transaction_id
    and event_type = 'TransactionReviewRequested' order by 1) as reviews
from transaction_list as list`;

async function findWrongEndings(
  { databases }: FaultSystem,
  { deals }: Load,
): Promise<readonly string[]> {
  const rows = await databases.transactions.query<EndingRow>(CompiledQuery.raw(endingsText));
  const found = new Map(rows.map((row) => [row.id, row]));
  return deals.flatMap((deal) => {
    const { key, id } = deal;
    if (id === undefined) return [`${key} was never acknowledged`];
    const row = found.get(id);
    const { status, refunds, reviews } = row ?? {};
    const isRight = deal.endings.some((ending) =>
      isDeepStrictEqual(ending, { status, refunds, reviews }),
    );
    return isRight ? [] : [`${titleOf(deal)} is ${endingText(row)}`];
  });
}

function titleOf({ key, id, order, endings }: Deal): string {
  const right = endings.map(endingText).join(" or ");
  return `${key} ${id} (${describeOrder(order)}: ${right})`;
}

function endingText(ending: Ending | undefined): string {
  if (ending === undefined) return "not there";
  return [ending.status, ...ending.refunds, ...ending.reviews].join(" ");
}

const lastFactText = `
select event_id::text as id from events where public_type is not null
order by log_epoch desc, transaction_id desc, position desc limit 1`;

/** Again where something is under way: facts that come by the clock can come between the look at a stream and the one at its log. */
async function findFactsUnderWay(
  system: Pick<FaultSystem, "databases" | "messaging">,
): Promise<readonly string[]> {
  let found = await lookAtFacts(system);
  for (let looks = 1; found.length > 0 && looks < limits.looksMax; looks += 1) {
    await wait(limits.lookPauseMs);
    found = await lookAtFacts(system);
  }
  return found;
}

/** Facts that are not in their stream yet, or that a group has not handled. */
async function lookAtFacts({
  databases,
  messaging,
}: Pick<FaultSystem, "databases" | "messaging">): Promise<readonly string[]> {
  const streams = await inspectStreams(messaging);
  const unpublished = await Promise.all(
    publishingServices.map(async (service) => {
      const [last] = await databases[service].query<{ id: string }>(
        CompiledQuery.raw(lastFactText),
      );
      const isPublished = (last?.id ?? null) === streams.lastFactIds[service];
      return isPublished ? [] : [`${service} has facts that are not in its stream`];
    }),
  );
  return [
    ...unpublished.flat(),
    ...(streams.unhandled === 0 ? [] : [`${streams.unhandled} facts are not handled`]),
  ];
}

const openText = {
  // One that has ended can be held for a moment: whether money came behind its end is asked now and then.
  attempts: `
    select subject_id::text as subject, kind || ' attempt ' || attempt_number || ' is ' || state as what
    from attempts where state not in ('settled', 'rejected')`,
  timers: "select subject_id::text as subject, kind || ' is set' as what from timers",
  parked: "select lane as subject, fact_id || ' is parked: ' || reason as what from parked_facts",
  mails: `
    select account_id::text as subject, 'a mail is not sent' as what from mails_to_send
    where sent_at is null and abandoned_at is null`,
} as const;

/** In which databases there is which kind of work. */
const workOf = {
  identity: ["timers", "parked", "mails"],
  transactions: ["timers", "parked"],
  payments: ["attempts", "timers", "parked"],
  payouts: ["attempts", "timers", "parked"],
} as const;

/** Attempts, timers, parked facts and mails that nothing justifies: only a silent provider leaves some open. */
async function findOpenWork(system: FaultSystem, load: Load): Promise<readonly string[]> {
  const silent = silentPayments(load);
  const found = await Promise.all(
    publishingServices.map(async (service) => {
      const texts = workOf[service].map((kind) => openText[kind]);
      const rows = await system.databases[service].query<{ subject: string; what: string }>(
        CompiledQuery.raw(texts.join(" union all ")),
      );
      return rows
        .filter(({ subject }) => !silent.has(subject))
        .map(({ subject, what }) => `${service} ${subject}: ${what}`);
    }),
  );
  return found.flat();
}

/** The payments of which the provider never says anything. */
function silentPayments({ deals, journal }: Load): ReadonlySet<string> {
  const silent = new Set(deals.flatMap(({ key, order }) => (isSilent(order) ? [key] : [])));
  const texts = journal.acknowledged.filter(({ key }) => silent.has(key));
  return new Set(texts.map(({ text }) => acknowledgedPayment(text)));
}
