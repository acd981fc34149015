import { publishingServices } from "@sanu/contracts";
import { inspectStreams } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DemoSystem } from "../system/demo-system.ts";
import { until } from "./patience.ts";

const lastFactText = `
select event_id from events where public_type is not null
order by log_epoch desc, transaction_id desc, position desc limit 1`;
/** Money that is on its way; a collection or an invoice that was taken waits for a person and is settled enough. */
const onItsWay = `(state in ('open', 'unknown') or (state = 'accepted' and kind not in ('collection', 'invoice')))`;
/** By the moved clock: what is due later moves with a leap and not before. */
const movingText = `
select kind, state, count(*)::int as count from attempts
where ${onItsWay} and (next_at <= now() or lease_until > now()) group by kind, state`;
const waitingText = `
select (extract(epoch from min(next_at)) * 1000)::float8 as "dueMs" from attempts where ${onItsWay}`;

/** Waits until every callback is answered, every fact is in its stream and handled, and nothing is due. */
export async function untilCalm(system: DemoSystem): Promise<void> {
  let moving: readonly string[] = [];
  await until(
    () => `nothing moves any more, but ${moving.join(", ")}`,
    async () => {
      moving = await findMoving(system);
      return moving.length === 0;
    },
  );
}

/** When the next attempt that waits for its moment is due; undefined where none does. */
export async function findNextDueMs(system: DemoSystem): Promise<number | undefined> {
  const found = await onAttempts<{ dueMs: number | null }>(system, waitingText);
  const due = found.flatMap(({ dueMs }) => dueMs ?? []);
  return due.length === 0 ? undefined : Math.min(...due);
}

/**
 * What moves is a callback, then a fact that is not published, then one that is not handled, then an attempt, whose end is a fact again.
 * Looked for in this order, with a second look at the facts, it is found wherever it has gone meanwhile.
 */
async function findMoving(system: DemoSystem): Promise<readonly string[]> {
  const callbacks = system.sandbox.callbacks.countUnderWay();
  if (callbacks > 0) return [`${callbacks} callbacks are not answered`];
  const streams = await inspectStreams(system.messaging);
  if (streams.unhandled > 0) return [`${streams.unhandled} facts are not handled`];
  const unpublished = await findUnpublished(system, streams.lastFactIds);
  if (unpublished.length > 0) return unpublished;
  const attempts = await onAttempts<{ kind: string; state: string; count: number }>(
    system,
    movingText,
  );
  if (attempts.length > 0) {
    return attempts.map(({ kind, state, count }) => `${count} ${kind} ${state}`);
  }
  return findUnpublished(system, streams.lastFactIds);
}

async function findUnpublished(
  { databases }: DemoSystem,
  lastFactIds: Awaited<ReturnType<typeof inspectStreams>>["lastFactIds"],
): Promise<readonly string[]> {
  const found = await Promise.all(
    publishingServices.map(async (service) => {
      const [last] = await databases[service].query<{ event_id: string }>(
        CompiledQuery.raw(lastFactText),
      );
      const isThere = (last?.event_id ?? null) === lastFactIds[service];
      return isThere ? [] : [`facts of ${service} are not published`];
    }),
  );
  return found.flat();
}

/** What both services with attempts have. */
async function onAttempts<Row>({ databases }: DemoSystem, text: string): Promise<readonly Row[]> {
  const { payments, payouts } = databases;
  const found = await Promise.all(
    [payments, payouts].map((each) => each.query<Row>(CompiledQuery.raw(text))),
  );
  return found.flat();
}
