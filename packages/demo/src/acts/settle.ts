import { publishingServices } from "@sanu/contracts";
import { inspectStreams } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { DemoSystem } from "../system/demo-system.ts";
import { until } from "./patience.ts";

/** A transaction that is to be over, and how. */
export interface Ending {
  readonly transactionId: string;
  readonly outcome: string;
  readonly status: "COMPLETED" | "FAILED";
  /** What the node does with a sale depends on the last digits of its satoshis as well. */
  readonly isCertain: boolean;
}

const statusesText = `
select transaction_id as "transactionId", status from transaction_list where transaction_id = any($1::uuid[])`;

/** Waits until none of these is under way any more. Throws where one has ended otherwise than planned. */
export async function untilEnded(
  { databases }: DemoSystem,
  endings: readonly Ending[],
): Promise<void> {
  if (endings.length === 0) return;
  const look = CompiledQuery.raw(statusesText, [endings.map(({ transactionId }) => transactionId)]);
  let found = new Map<string, string>();
  const open = (): readonly Ending[] =>
    endings.filter(
      ({ transactionId }) => !/^(?:COMPLETED|FAILED)$/.test(found.get(transactionId) ?? ""),
    );
  const left = (): string =>
    open()
      .map(({ outcome }) => outcome)
      .join(", ");
  await until(
    () => `all orders are over, but for ${left()}`,
    async () => {
      const rows = await databases.transactions.query<Row>(look);
      found = new Map(rows.map(({ transactionId, status }) => [transactionId, status]));
      return open().length === 0;
    },
  );
  for (const { transactionId, status, isCertain, outcome } of endings) {
    const ended = found.get(transactionId);
    if (!isCertain || ended === status) continue;
    throw new Error(`${transactionId} (${outcome}) is ${ended} and was to be ${status}`);
  }
}

interface Row {
  readonly transactionId: string;
  readonly status: string;
}

/** Waits until the money of all of these has come in: of that nobody but the provider knows at first. */
export async function untilPaid(
  { databases }: DemoSystem,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  const look = CompiledQuery.raw(statusesText, [[...transactionIds]]);
  await until("all money is in", async () => {
    const rows = await databases.transactions.query<Row>(look);
    return rows.every(({ status }) => status !== "PENDING");
  });
}

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
const calmLooksMin = 2;

/** Waits until every fact is in its stream and handled and nothing is due; twice, for a fact can be between. */
export async function untilCalm(system: DemoSystem): Promise<void> {
  let looks = 0;
  let moving: readonly string[] = [];
  const look = async (): Promise<boolean> => {
    moving = await findMoving(system);
    looks = moving.length === 0 ? looks + 1 : 0;
    return looks >= calmLooksMin;
  };
  await until(() => `nothing moves any more, but ${moving.join(", ")}`, look);
}

/** When the next attempt that waits for its moment is due; undefined where none does. */
export async function findNextDueMs(system: DemoSystem): Promise<number | undefined> {
  const found = await onAttempts<{ dueMs: number | null }>(system, waitingText);
  const due = found.flatMap(({ dueMs }) => dueMs ?? []);
  return due.length === 0 ? undefined : Math.min(...due);
}

async function findMoving(system: DemoSystem): Promise<readonly string[]> {
  const streams = await inspectStreams(system.messaging);
  if (streams.unhandled > 0) return [`${streams.unhandled} facts are not handled`];
  const unpublished = await Promise.all(
    publishingServices.map(async (service) => {
      const [last] = await system.databases[service].query<{ event_id: string }>(
        CompiledQuery.raw(lastFactText),
      );
      const isThere = (last?.event_id ?? null) === streams.lastFactIds[service];
      return isThere ? [] : [`facts of ${service} are not published`];
    }),
  );
  const attempts = await onAttempts<{ kind: string; state: string; count: number }>(
    system,
    movingText,
  );
  const open = attempts.map(({ kind, state, count }) => `${count} ${kind} ${state}`);
  return [...unpublished.flat(), ...open];
}

/** What both services with attempts have. */
async function onAttempts<Row>({ databases }: DemoSystem, text: string): Promise<readonly Row[]> {
  const { payments, payouts } = databases;
  const found = await Promise.all(
    [payments, payouts].map((each) => each.query<Row>(CompiledQuery.raw(text))),
  );
  return found.flat();
}
