import type { PublishingService } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { messagesOf } from "../relay/fact-message.ts";
import { type LogPosition, logStart, readPosition } from "../relay/log-position.ts";
import { type PublicRows, readLogIdentity, readPublicRows } from "../relay/log-reader.ts";
import { findUnrelatedTransactions } from "../relay/unrelated-transactions.ts";
import { publishedFactLimits } from "./limits.ts";
import { type FactPlace, factFromHead, factsStart, type PublishedFact } from "./published-fact.ts";

/** How many facts a log holds, those included that an open transaction still hides from the relay. */
export async function countLogFacts(database: Pick<Database, "query">): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    CompiledQuery.raw("select count(*)::int as count from events where public_type is not null"),
  );
  return row?.count ?? 0;
}

/** Whether the fact of this place is in the log, at the same place. */
export async function logHoldsFact(
  database: Pick<Database, "query">,
  { sequence, position }: FactPlace,
): Promise<boolean> {
  const { logEpoch, transactionId, position: row } = readPosition(position);
  const [found] = await database.query<{ count: number; isThere: boolean }>(
    CompiledQuery.raw(
      `select count(*)::int as count, bool_or(position = $3) as "isThere" from events
       where public_type is not null and (log_epoch, transaction_id, position) <= ($1, $2::xid8, $3)`,
      [logEpoch, transactionId.toString(), row],
    ),
  );
  return found?.isThere === true && found.count === sequence;
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Which of these facts a log has, by their ids; what is no id of a fact it does not have. */
export async function findLoggedFacts(
  database: Pick<Database, "query">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    CompiledQuery.raw(
      "select event_id::text as id from events where event_id = any($1::uuid[]) and public_type is not null",
      [ids.filter((id) => isUuid.test(id))],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Where the fact of this number stands. Throws where there are not so many. */
export async function findLogPlace(
  database: Pick<Database, "query">,
  sequence: number,
): Promise<FactPlace> {
  if (sequence === 0) return factsStart;
  const [row] = await database.query<{ position: string }>(
    CompiledQuery.raw(
      `select log_epoch || '.' || transaction_id || '.' || position as position from events
       where public_type is not null order by log_epoch, events.transaction_id, events.position
       offset $1 limit 1`,
      [sequence - 1],
    ),
  );
  if (row === undefined) throw new RangeError(`The log holds fewer than ${sequence} facts`);
  return { sequence, position: row.position };
}

/**
 * The public rows of a service's log in the relay's order, as the relay publishes them, in batches. Rows that an open
 * transaction could still come before are not read.
 */
export async function* readLogFacts(
  database: Pick<Database, "query">,
  service: PublishingService,
  range: { readonly after: FactPlace; readonly untilSequence: number },
): AsyncGenerator<readonly PublishedFact[]> {
  const { logId } = await readLogIdentity(database);
  const messageOf = messagesOf({ namespace: "", service, logId });
  let { sequence } = range.after;
  let after = range.after.position === "" ? logStart : readPosition(range.after.position);
  while (sequence < range.untilSequence) {
    const { rows, isFull } = await readSettledRows(database, after);
    const facts = rows.slice(0, range.untilSequence - sequence).map((row) => {
      sequence += 1;
      const { head, data } = messageOf(row);
      return factFromHead(sequence, head, Buffer.from(data));
    });
    if (facts.length > 0) yield facts;
    const last = rows.at(-1);
    if (!isFull || last === undefined) return;
    after = readPosition(last.place);
  }
}

/** An open transaction that never appends holds nothing back, here as for the relay. */
async function readSettledRows(
  database: Pick<Database, "query">,
  after: LogPosition,
): Promise<PublicRows> {
  const read = await readPublicRows(database, after, page);
  if (!read.isHeldBack) return read;
  return readPublicRows(database, after, page, await findUnrelatedTransactions(database));
}

const page = {
  rowsMax: publishedFactLimits.logPageRows,
  bytesMax: publishedFactLimits.logPageBytes,
};
