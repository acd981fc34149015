import { jsonText } from "@sanu/contracts";
import { type Database, type PublishedFact, readLogFacts } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type LoggedEvent, publicFormOf, type Trade, tradeOf } from "./trades.fixture.ts";

const batchTrades = 2_000;

interface LogRow {
  readonly event: LoggedEvent;
  readonly version: number;
}

const insertText = `
insert into events (log_epoch, stream_id, version, event_id, event_type, data, recorded_at, correlation_id,
  causation_id, public_type, public_data)
select 1, new.stream_id, new.version, gen_random_uuid(), new.event_type, new.data, new.recorded_at, 'order', 'order',
  new.public_type, new.public_data
from unnest($1::uuid[], $2::int[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::text[], $7::text[])
  with ordinality as new(stream_id, version, event_type, data, recorded_at, public_type, public_data, place)
order by new.place`;

/** Writes trades into the log of transactions as the service would, and folds its read tables from it. */
export async function fillLog(database: Database, trades: number): Promise<readonly Trade[]> {
  const made = Array.from({ length: trades }, (_none, number) => tradeOf(number));
  for (let first = 0; first < made.length; first += batchTrades) {
    const rows = made
      .slice(first, first + batchTrades)
      .flatMap(({ events }) => events.map((event, index) => ({ event, version: index + 1 })));
    await insertRows(database, rows);
  }
  return made;
}

/** Writes events of any transactions in this order, as the service would. */
export async function insertEvents(
  database: Database,
  events: readonly LoggedEvent[],
): Promise<void> {
  const versions = new Map<string, number>();
  const rows = events.map((event) => {
    const version = (versions.get(event.transactionId) ?? 0) + 1;
    versions.set(event.transactionId, version);
    return { event, version };
  });
  await insertRows(database, rows);
}

async function insertRows(database: Database, rows: readonly LogRow[]): Promise<void> {
  await database.query(
    CompiledQuery.raw(insertText, [
      rows.map(({ event }) => event.transactionId),
      rows.map(({ version }) => version),
      rows.map(({ event }) => event.type),
      rows.map(({ event }) => jsonText(event)),
      rows.map(({ event }) => momentIn(event)),
      rows.map(({ event }) => publicFormOf(event)?.type ?? null),
      rows.map(({ event }) => publicFormOf(event)?.dataText ?? null),
    ]),
  );
}

/** By the name of the field that ends in `At`; every event has one. */
function momentIn(event: LoggedEvent): string {
  const moments = Object.entries(event).filter(
    ([name]) => name.endsWith("At") && name !== "expiresAt",
  );
  return String(moments[0]?.[1]);
}

/** All facts of a log, as its stream would have them. */
export async function factsIn(database: Database): Promise<readonly PublishedFact[]> {
  const facts: PublishedFact[] = [];
  const range = { after: { sequence: 0, position: "" }, untilSequence: Number.MAX_SAFE_INTEGER };
  for await (const batch of readLogFacts(database, "transactions", range)) facts.push(...batch);
  return facts;
}
