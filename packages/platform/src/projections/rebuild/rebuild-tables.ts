import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../../database/open-database.ts";
import { beginRun } from "./begin-run.ts";
import { finishTable } from "./finish-table.ts";
import { load } from "./load.ts";
import { onlyOne } from "./only-one.ts";
import type { Rebuild, Running } from "./rebuild.ts";
import { assertTurn, deleteRun } from "./run-state.ts";
import { indexSide } from "./side-table.ts";

const rebuildLimits = { indexedAtOnceMax: 2 } as const;

/**
 * Folds the log into tables beside the live ones and swaps them (architecture 2.6), while everybody reads and writes.
 * Stopped or killed at any moment it leaves the tables that are not swapped yet as they were, and the next one goes on where it was.
 * Throws when another rebuild runs. Returns how many events this one read.
 */
export function rebuildTables<Event>(rebuild: Rebuild<Event>): Promise<number> {
  return onlyOne(rebuild.database, rebuild.signal, async (turn) => {
    const { database, build = newId<string>(), isAnew = false } = rebuild;
    const asked = rebuild.asked ?? "";
    const { run, isResumed, why } = await beginRun({ ...rebuild, build, asked, isAnew }, turn);
    const eventsBefore = run.state.eventsInAll ?? run.state.kept?.eventsRead ?? 0;
    const eventsAbout = await countAbout(database);
    let eventsRead = eventsBefore;
    const running: Running<Event> = {
      ...rebuild,
      run,
      signal: turn.signal,
      report(step, read) {
        eventsRead = read;
        const eventsTotal = step === "reading" ? Math.max(eventsAbout, read) : read;
        rebuild.onProgress?.({ step, eventsRead, eventsTotal });
      },
    };
    const swapped = run.state.tables.flatMap(({ live, isSwapped }) => (isSwapped ? [live] : []));
    rebuild.onBegin?.({ isResumed, why, swapped, eventsRead, eventsTotal: eventsAbout });
    if (run.state.eventsInAll === null) {
      await load({ ...running, onRead: (read) => running.report("reading", read) });
    }
    await indexSides(running, eventsRead);
    for (const place of run.sides.keys()) await finishTable(running, place, eventsRead);
    await database.transaction(async (session) => {
      await assertTurn(session, turn.holderPid);
      await deleteRun(session, rebuild.siblings);
    });
    running.report("done", eventsRead);
    return eventsRead - eventsBefore;
  });
}

/** An upper bound that costs nothing: positions are given once, also to appends that were refused. */
async function countAbout(database: Database): Promise<number> {
  const [row] = await database.query<{ last: bigint }>(
    CompiledQuery.raw("select coalesce(max(position), 0) as last from events"),
  );
  return Number(row?.last ?? 0n);
}

/** Gives the tables their indexes, some at once: one index after the other keeps but one processor busy. */
async function indexSides<Event>(
  { database, run, report, signal }: Running<Event>,
  eventsRead: number,
): Promise<void> {
  report("indexing", eventsRead);
  const unswapped = run.sides.filter(
    (_side, place) => run.state.tables[place]?.isSwapped === false,
  );
  // The longest first: the last one should not be left alone with most of the work.
  const left = unswapped
    .toSorted((one, other) => other.indexes.length - one.indexes.length)
    .values();
  const lane = async (): Promise<void> => {
    for (const side of left) {
      for (const statement of await indexSide(database, side)) {
        signal.throwIfAborted();
        await database.query(statement);
      }
    }
  };
  await allEnded(Array.from({ length: rebuildLimits.indexedAtOnceMax }, lane));
}

/** Waits for all before the first failure is thrown: what comes next must not meet one that is still at work. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
