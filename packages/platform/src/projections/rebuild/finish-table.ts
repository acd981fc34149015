import { CompiledQuery } from "kysely";
import type { Session, Statement } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import { ownerOf, type Run } from "./begin-run.ts";
import { catchUp } from "./catch-up.ts";
import { waitBriefly, withLockRetries } from "./lock-retries.ts";
import { findTouched, readSnapshot, type TouchedStream } from "./log-snapshot.ts";
import type { Running } from "./rebuild.ts";
import { type RunState, storeRun, type TableState } from "./run-state.ts";
import { readersOf, type SideTable, shapeOf, swapIn } from "./side-table.ts";

const finishLimits = {
  /** So many streams are caught up at once, and so many may be left for the moment of the lock. */
  lockedStreamsMax: 200,
  catchUpRoundsMax: 50,
  /** However this process fares, the live table's lock is not held longer. */
  lockedMaxMs: 3_000,
} as const;

interface Finishing<Event> {
  readonly table: FoldedTable<Event>;
  readonly side: SideTable;
  /** Which of the run's tables it is. */
  readonly place: number;
}

/** Folds into a table what happened while the log was read, and puts it in place. */
export async function finishTable<Event>(
  running: Running<Event>,
  place: number,
  eventsRead: number,
): Promise<void> {
  const { run, tables, report, signal } = running;
  const [table, side] = [tables[place], run.sides[place]];
  if (table === undefined || side === undefined || stateOf(run, place).isSwapped) return;
  const of = { table, side, place };
  report("catching up", eventsRead);
  for (let round = 1; round <= finishLimits.catchUpRoundsMax; round += 1) {
    const streams = await oneRound(running, of);
    if (streams > finishLimits.lockedStreamsMax) continue;
    report("swapping", eventsRead);
    if (await withLockRetries(() => swap(running, of), signal)) return;
  }
  throw new Error(`${side.live}: more is written than a rebuild can follow`);
}

function stateOf({ state }: Run, place: number): TableState {
  const table = state.tables[place];
  if (table === undefined) throw new Error(`The rebuild has no table ${place}`);
  return table;
}

function changedTable(run: Run, place: number, changes: Partial<TableState>): RunState {
  const changed = { ...stateOf(run, place), ...changes };
  return { ...run.state, tables: run.state.tables.with(place, changed) };
}

/**
 * Outside of any lock that others wait for. How far it is commits with what it folds: events are never folded twice into a row that
 * adds them up. Returns how many streams there were.
 */
async function oneRound<Event>(
  { database, source, run, signal }: Running<Event>,
  { table, side, place }: Finishing<Event>,
): Promise<number> {
  const { caughtUp, round } = stateOf(run, place);
  const until = round?.until ?? (await readSnapshot(database));
  const touched = inOrder(await findTouched(database, caughtUp, until)).filter(
    ({ streamId }) => round === null || streamId > round.upTo,
  );
  for (let first = 0; first < touched.length; first += finishLimits.lockedStreamsMax) {
    signal.throwIfAborted();
    const some = touched.slice(first, first + finishLimits.lockedStreamsMax);
    const state = changedTable(run, place, {
      round: { until, upTo: some.at(-1)?.streamId ?? "" },
    });
    await database.transaction(async (session) => {
      await catchUp(session, { source, table, side: side.side, touched: some, seen: until });
      await storeRun(session, ownerOf(run), state);
    });
    run.state = state;
  }
  run.state = changedTable(run, place, { caughtUp: until, round: null });
  return touched.length;
}

function inOrder(touched: readonly TouchedStream[]): readonly TouchedStream[] {
  return touched.toSorted((one, other) => (one.streamId < other.streamId ? -1 : 1));
}

const lockedSettings: readonly Statement[] = [
  waitBriefly,
  CompiledQuery.raw(`set local transaction_timeout = ${finishLimits.lockedMaxMs}`),
  CompiledQuery.raw(`set local idle_in_transaction_session_timeout = ${finishLimits.lockedMaxMs}`),
];

/**
 * Under the live table's lock nobody has written to it without being visible, so what is visible and not yet folded is
 * all there is. Returns false, with nothing done, when that is too much for a moment's lock.
 */
async function swap<Event>(
  { database, source, run, signal }: Running<Event>,
  { table, side, place }: Finishing<Event>,
): Promise<boolean> {
  const lock = CompiledQuery.raw(`lock table ${side.live}, ${side.side} in access exclusive mode`);
  const { caughtUp } = stateOf(run, place);
  const swapped = changedTable(run, place, { isSwapped: true });
  const isSwapped = await database.transaction(async (session: Session) => {
    await Promise.all([...lockedSettings, lock].map((one) => session.query(one)));
    const [touched, shape] = await Promise.all([
      findTouched(session, caughtUp),
      shapeOf(session, side.live),
    ]);
    if (touched.length > finishLimits.lockedStreamsMax) return false;
    if (shape !== side.shape) {
      throw new Error(`${side.live} was defined otherwise meanwhile; begin again`);
    }
    await catchUp(session, { source, table, side: side.side, touched });
    const readers = await readersOf(session, side.live);
    signal.throwIfAborted();
    await Promise.all([
      ...swapIn(side, readers).map((one) => session.query(one)),
      storeRun(session, ownerOf(run), swapped),
    ]);
    return true;
  });
  if (isSwapped) run.state = swapped;
  return isSwapped;
}
