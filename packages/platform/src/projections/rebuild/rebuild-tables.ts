import { setImmediate } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { copyLines } from "../../database/copy-rows.ts";
import { isLockTimeout } from "../../database/errors.ts";
import type { Database, Session, Statement } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import { catchUp } from "./catch-up.ts";
import { createLoaders, type Loader } from "./loaders.ts";
import { findTouched, type LogSnapshot, readSnapshot } from "./log-snapshot.ts";
import { onlyOne } from "./only-one.ts";
import { readStreams, type StreamSource, streamsOf } from "./read-streams.ts";
import {
  describeSide,
  indexSide,
  makeSide,
  readersOf,
  type SideTable,
  swapIn,
} from "./side-table.ts";

export const rebuildLimits = {
  indexedAtOnceMax: 2,
  /** So many streams are folded before what came from the server, and what goes there, has its turn. */
  foldedAtOnceMax: 200,
  /** So many streams are caught up at once, and so many may be left for the moment of the lock. */
  lockedStreamsMax: 200,
  catchUpRoundsMax: 50,
  lockTimeoutMs: 200,
  lockAttemptsMax: 900,
  lockPauseMaxMs: 400,
  /** However this process fares, the live table's lock is not held longer. */
  lockedMaxMs: 3_000,
} as const;

export interface RebuildProgress {
  readonly step: "reading" | "indexing" | "catching up" | "swapping" | "done";
  readonly eventsRead: number;
  readonly eventsTotal: number;
}

export interface Rebuild<Event> {
  readonly database: Database;
  readonly source: StreamSource<Event>;
  readonly tables: readonly FoldedTable<Event>[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Folds the log into tables beside the live ones and swaps them (architecture 2.6), while everybody reads and writes.
 * Stopped or killed at any moment it leaves the tables that are not swapped yet as they were. Throws when another rebuild runs.
 * Returns how many events it read.
 */
export function rebuildTables<Event>(asked: Rebuild<Event>): Promise<number> {
  return onlyOne(asked.database, asked.signal, async (signal) => {
    const { database, tables } = asked;
    const rebuild = { ...asked, signal };
    const sides = await Promise.all(tables.map(({ table }) => describeSide(database, table)));
    for (const side of sides) {
      await withLockRetries(() => database.pipelined(makeSide(side)), rebuild.signal);
    }
    const seen = await readSnapshot(database);
    const eventsRead = await load(rebuild, sides, seen);
    await indexSides(rebuild, sides, eventsRead);
    for (const [index, side] of sides.entries()) {
      const table = tables[index];
      if (table !== undefined) await finish(rebuild, { table, side, seen, eventsRead });
    }
    rebuild.onProgress?.({ step: "done", eventsRead, eventsTotal: eventsRead });
    return eventsRead;
  });
}

/** One batch is loaded while the next one is folded, and the one behind that is read. */
async function load<Event>(
  { database, source, tables, onProgress, signal }: Rebuild<Event>,
  sides: readonly SideTable[],
  seen: LogSnapshot,
): Promise<number> {
  const eventsTotal = await countAbout(database);
  const loaders = createLoaders(tables, sides);
  let eventsRead = 0;
  let written: Promise<unknown> = Promise.resolve();
  const write = async (
    nextBatch: (loader: Loader<Event>) => Buffer | undefined,
  ): Promise<boolean> => {
    await written;
    const copies = loaders.flatMap((loader) => {
      const bytes = nextBatch(loader);
      return bytes === undefined ? [] : [copyLines(database.connections, loader, bytes)];
    });
    written = Promise.all(copies);
    written.catch(() => undefined);
    return copies.length > 0;
  };
  for await (const page of readStreams(database, seen)) {
    signal?.throwIfAborted();
    for (let first = 0; first < page.streams.length; first += rebuildLimits.foldedAtOnceMax) {
      const some = page.streams.slice(first, first + rebuildLimits.foldedAtOnceMax);
      // One stream for all tables: what several of them make of it is made once.
      for (const stream of streamsOf(source, some)) {
        for (const loader of loaders) loader.add(stream);
      }
      await setImmediate();
    }
    await write((loader) => loader.nextFullBatch());
    eventsRead += page.eventsRead;
    onProgress?.({ step: "reading", eventsRead, eventsTotal: Math.max(eventsTotal, eventsRead) });
  }
  let isHolding = true;
  while (isHolding) isHolding = await write((loader) => loader.nextBatch());
  await written;
  return eventsRead;
}

/** An upper bound that costs nothing: positions are given once, also to appends that were refused. */
async function countAbout(database: Database): Promise<number> {
  const [row] = await database.query<{ last: bigint }>(
    CompiledQuery.raw("select coalesce(max(position), 0) as last from events"),
  );
  return Number(row?.last ?? 0n);
}

interface Finishing<Event> {
  readonly table: FoldedTable<Event>;
  readonly side: SideTable;
  readonly seen: LogSnapshot;
  readonly eventsRead: number;
}

/** Gives the tables their indexes, some at once: one index after the other keeps but one processor busy. */
async function indexSides<Event>(
  { database, onProgress, signal }: Rebuild<Event>,
  sides: readonly SideTable[],
  eventsRead: number,
): Promise<void> {
  onProgress?.({ step: "indexing", eventsRead, eventsTotal: eventsRead });
  // The longest first: the last one should not be left alone with most of the work.
  const left = sides.toSorted((one, other) => other.indexes.length - one.indexes.length).values();
  const lane = async (): Promise<void> => {
    for (const side of left) {
      for (const statement of indexSide(side)) {
        signal?.throwIfAborted();
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

async function finish<Event>(rebuild: Rebuild<Event>, of: Finishing<Event>): Promise<void> {
  const { onProgress, signal } = rebuild;
  const { side, eventsRead } = of;
  const report = (step: RebuildProgress["step"]) =>
    onProgress?.({ step, eventsRead, eventsTotal: eventsRead });
  report("catching up");
  let { seen } = of;
  for (let round = 1; round <= rebuildLimits.catchUpRoundsMax; round += 1) {
    const done = await oneRound(rebuild, { ...of, seen });
    seen = done.seen;
    if (done.streams > rebuildLimits.lockedStreamsMax) continue;
    report("swapping");
    const isSwapped = await withLockRetries(() => swap(rebuild, { ...of, seen }), signal);
    if (isSwapped) return;
  }
  throw new Error(`${side.live}: more is written than a rebuild can follow`);
}

/** Outside of any lock that others wait for. */
async function oneRound<Event>(
  { database, source, signal }: Rebuild<Event>,
  { table, side, seen }: Finishing<Event>,
): Promise<{ readonly seen: LogSnapshot; readonly streams: number }> {
  const until = await readSnapshot(database);
  const touched = await findTouched(database, seen, until);
  for (let first = 0; first < touched.length; first += rebuildLimits.lockedStreamsMax) {
    signal?.throwIfAborted();
    const some = touched.slice(first, first + rebuildLimits.lockedStreamsMax);
    await database.transaction((session) =>
      catchUp(session, { source, table, side: side.side, touched: some, seen: until }),
    );
  }
  return { seen: until, streams: touched.length };
}

const lockedSettings: readonly Statement[] = [
  `set local lock_timeout = ${rebuildLimits.lockTimeoutMs}`,
  `set local transaction_timeout = ${rebuildLimits.lockedMaxMs}`,
  `set local idle_in_transaction_session_timeout = ${rebuildLimits.lockedMaxMs}`,
].map((text) => CompiledQuery.raw(text));

/**
 * Under the live table's lock nobody has written to it without being visible, so what is visible and not yet folded is
 * all there is. Returns false, with nothing done, when that is too much for a moment's lock.
 */
function swap<Event>(
  { database, source, signal }: Rebuild<Event>,
  { table, side, seen }: Finishing<Event>,
): Promise<boolean> {
  const lock = CompiledQuery.raw(`lock table ${side.live}, ${side.side} in access exclusive mode`);
  return database.transaction(async (session: Session) => {
    await Promise.all([...lockedSettings, lock].map((one) => session.query(one)));
    const touched = await findTouched(session, seen);
    if (touched.length > rebuildLimits.lockedStreamsMax) return false;
    await catchUp(session, { source, table, side: side.side, touched });
    const readers = await readersOf(session, side.live);
    signal?.throwIfAborted();
    await Promise.all(swapIn(side, readers).map((one) => session.query(one)));
    return true;
  });
}

/** Tries until the lock is had: nobody is made to wait behind us for longer than the time-out. */
async function withLockRetries<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === rebuildLimits.lockAttemptsMax) throw error;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.random() * rebuildLimits.lockPauseMaxMs),
      );
    }
  }
}
