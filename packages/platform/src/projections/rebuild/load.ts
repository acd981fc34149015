import { setImmediate } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { copyLines } from "../../database/copy-rows.ts";
import type { Database } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import { ownerOf, type Run } from "./begin-run.ts";
import { checkpointColumn, createLoaders, type Loader } from "./loaders.ts";
import { readStreams, type StreamSource, streamsOf } from "./read-streams.ts";
import { type RunState, storeRun } from "./run-state.ts";
import type { SideTable } from "./side-table.ts";

export const loadLimits = {
  /** So many streams are folded before what came from the server, and what goes there, has its turn. */
  foldedAtOnceMax: 200,
  checkpointEveryMs: 5_000,
  /** However much a checkpoint has to store, the time between two is so many times as long. */
  checkpointPauseFactor: 50,
} as const;

export interface Loading<Event> {
  readonly database: Database;
  readonly source: StreamSource<Event>;
  readonly tables: readonly FoldedTable<Event>[];
  readonly run: Run;
  readonly onRead: (eventsRead: number) => void;
  readonly pageEvents?: number | undefined;
  readonly checkpointEveryMs?: number | undefined;
}

/** Reads the log, from where the run is, and folds it into the tables. One batch is loaded while the next one is folded, and the one behind that is read. */
export async function load<Event>(loading: Loading<Event>): Promise<void> {
  const { database, source, tables, run, onRead, pageEvents } = loading;
  const { seen, kept } = run.state;
  const loaders = createLoaders(tables, run.sides);
  if (kept !== null) await goBackTo(kept, loading, loaders);
  let eventsRead = kept?.eventsRead ?? 0;
  const writing = createWriting(database, loaders);
  const checkpoints = createCheckpoints(loading, loaders);
  for await (const page of readStreams(database, { seen, behind: kept?.upTo, pageEvents })) {
    run.turn.signal.throwIfAborted();
    for (let first = 0; first < page.streams.length; first += loadLimits.foldedAtOnceMax) {
      const some = page.streams.slice(first, first + loadLimits.foldedAtOnceMax);
      // One stream for all tables: what several of them make of it is made once.
      for (const stream of streamsOf(source, some)) {
        for (const loader of loaders) loader.add(stream);
      }
      await setImmediate();
    }
    await writing.write((loader) => loader.nextFullBatch());
    eventsRead += page.eventsRead;
    onRead(eventsRead);
    const { upTo } = page;
    if (upTo === undefined || !checkpoints.isDue()) continue;
    await writing.next(() => checkpoints.keep({ upTo, eventsRead }));
  }
  let isHolding = true;
  while (isHolding) isHolding = await writing.write((loader) => loader.nextBatch());
  await writing.ended();
  await endReading(database, run, eventsRead);
}

interface Writing<Event> {
  /** Returns whether there was any batch. */
  readonly write: (
    nextBatch: (loader: Loader<Event>) => ReturnType<Loader<Event>["nextBatch"]>,
  ) => Promise<boolean>;
  /** Begins other work once all that is written is stored; what is written later waits for it. */
  readonly next: (work: () => Promise<unknown>) => Promise<void>;
  readonly ended: () => Promise<unknown>;
}

function createWriting<Event>(
  { connections }: Database,
  loaders: readonly Loader<Event>[],
): Writing<Event> {
  let written: Promise<unknown> = Promise.resolve();
  const next: Writing<Event>["next"] = async (work) => {
    await written;
    written = work();
    written.catch(() => undefined);
  };
  return {
    next,
    async write(nextBatch) {
      let isAny = false;
      await next(() => {
        const batches = loaders.flatMap((loader) => nextBatch(loader) ?? []);
        isAny = batches.length > 0;
        return Promise.all(batches.map((batch) => copyLines(connections, batch, batch.bytes)));
      });
      return isAny;
    },
    ended: () => written,
  };
}

type Kept = NonNullable<RunState["kept"]>;

function createCheckpoints<Event>(
  { database, run, checkpointEveryMs = loadLimits.checkpointEveryMs }: Loading<Event>,
  loaders: readonly Loader<Event>[],
) {
  // As often as there are pages, where no time is to go by.
  const pauseFactor = checkpointEveryMs === 0 ? 0 : loadLimits.checkpointPauseFactor;
  let dueMs = performance.now() + checkpointEveryMs;
  return {
    isDue: () => performance.now() >= dueMs,
    /** What has to be stored is gathered at once; folding goes on while it is. */
    async keep(place: Omit<Kept, "checkpoint">): Promise<void> {
      const startedMs = performance.now();
      dueMs = Number.POSITIVE_INFINITY;
      const checkpoint = (run.state.kept?.checkpoint ?? 0) + 1;
      const unstored = loaders.map((loader) => loader.unstored(checkpoint));
      await Promise.all(
        unstored.map(async (batches) => {
          for (const batch of batches) await copyLines(database.connections, batch, batch.bytes);
        }),
      );
      await change(database, run, { kept: { ...place, checkpoint } });
      const pauseMs = pauseFactor * (performance.now() - startedMs);
      dueMs = performance.now() + Math.max(checkpointEveryMs, pauseMs);
    },
  };
}

async function change(
  database: Database,
  run: Run,
  changes: Partial<RunState>,
  drops: readonly string[] = [],
): Promise<void> {
  const state = { ...run.state, ...changes };
  await database.transaction(async (session) => {
    await storeRun(session, ownerOf(run), state);
    for (const name of drops) {
      await session.query(CompiledQuery.raw(`drop table if exists ${name}`));
    }
  });
  run.state = state;
}

/** The memory's parts are not needed any more. */
async function endReading(database: Database, run: Run, eventsInAll: number): Promise<void> {
  const parts = run.sides.map((side) => side.parts);
  await change(database, run, { eventsInAll }, parts);
}

/** Takes away what was stored behind the checkpoint, and remembers what was kept in memory there. */
async function goBackTo<Event>(
  { upTo, checkpoint }: Kept,
  { database, tables, run: { sides } }: Loading<Event>,
  loaders: readonly Loader<Event>[],
): Promise<void> {
  for (const [index, side] of sides.entries()) {
    const [table, loader] = [tables[index], loaders[index]];
    if (table === undefined || loader === undefined) continue;
    if (table.scope === "own") await deleteBehind(database, table, { side: side.side, upTo });
    else loader.restore(await readParts(database, table, side, checkpoint));
  }
}

/** At once, however much it is: who does not append holds no relay back. */
async function deleteBehind<Event>(
  database: Database,
  { keyColumns }: FoldedTable<Event>,
  { side, upTo }: { readonly side: string; readonly upTo: string },
): Promise<void> {
  const text = `delete from ${side} where ${keyColumns[0]} > $1::uuid`;
  await database.query(CompiledQuery.raw(text, [upTo]));
}

async function readParts<Event>(
  database: Database,
  { columns, keyColumns }: FoldedTable<Event>,
  { side, parts }: SideTable,
  checkpoint: number,
): Promise<readonly object[]> {
  await database.query(CompiledQuery.raw(`truncate ${side}`));
  const behind = `delete from ${parts} where ${checkpointColumn} > $1`;
  await database.query(CompiledQuery.raw(behind, [checkpoint]));
  const keys = keyColumns.join(", ");
  const text = `select distinct on (${keys}) ${columns.join(", ")} from ${parts}
    order by ${keys}, ${checkpointColumn} desc`;
  return await database.query<object>(CompiledQuery.raw(text));
}
