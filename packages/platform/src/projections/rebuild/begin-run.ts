import { randomBytes } from "node:crypto";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database, Session } from "../../database/open-database.ts";
import type { FoldedTable } from "../folded-table.ts";
import { checkpointColumn } from "./loaders.ts";
import { waitBriefly, withLockRetries } from "./lock-retries.ts";
import { readSnapshot } from "./log-snapshot.ts";
import type { Turn } from "./only-one.ts";
import {
  assertTurn,
  deleteRun,
  findRun,
  insertRun,
  lockRun,
  type RunState,
  type StoredRun,
  storeRun,
} from "./run-state.ts";
import {
  describeSide,
  listLeftovers,
  makeSide,
  type SideTable,
  sideNamesOf,
  unvacuumed,
} from "./side-table.ts";

/** A rebuild that is under way, as its row says it. */
export interface Run {
  readonly runId: string;
  readonly turn: Turn;
  readonly sides: readonly SideTable[];
  state: RunState;
}

/** What its row is changed by. */
export function ownerOf({ runId, state, turn }: Run) {
  return { runId, attempt: state.attempt, holderPid: turn.holderPid };
}

export interface Beginning<Event> {
  readonly database: Database;
  readonly tables: readonly FoldedTable<Event>[];
  /** All that might have been rebuilt with them: an unfinished rebuild of another choice of these is given up. */
  readonly siblings: readonly string[];
  readonly build: string;
  readonly asked: string;
  readonly isAnew: boolean;
}

export interface Begun {
  readonly run: Run;
  readonly isResumed: boolean;
  /** Why an unfinished rebuild was thrown away; none where there was none. */
  readonly why: string | undefined;
}

/** Goes on with the unfinished rebuild of these tables where that can only come to the same, else begins anew. */
export async function beginRun<Event>(of: Beginning<Event>, turn: Turn): Promise<Begun> {
  const stored = await findRun(of.database, of.siblings);
  const attempt = randomBytes(4).toString("hex");
  const sides = await Promise.all(
    of.tables.map(({ table }) => describeSide(of.database, table, attempt)),
  );
  const found = stored?.state;
  const why = stored && (await whyAnew(of, stored, sides));
  if (stored === undefined || found === undefined || why !== undefined) {
    const run = await startRun(of, { attempt, sides, turn });
    return { run, isResumed: false, why };
  }
  const { runId } = stored;
  const state = await takeOver(of.database, { runId, attempt, turn });
  return { run: { runId, turn, sides, state }, isResumed: true, why: undefined };
}

export const beginLimits = {
  /** Who asks again later asks for something else: what was wrong by then may be in what is in place since. */
  continuedWithinMs: 24 * 3_600_000,
} as const;

async function whyAnew<Event>(
  { database, tables, build, isAnew }: Beginning<Event>,
  { state, tables: live, ageMs }: StoredRun,
  sides: readonly SideTable[],
): Promise<string | undefined> {
  if (isAnew) return "as asked for";
  if (ageMs > beginLimits.continuedWithinMs) return "the unfinished one is more than a day old";
  if (live.join() !== tables.map(({ table }) => table).join()) {
    return `the unfinished one was of ${live.join(", ")}`;
  }
  if (state?.build !== build) return "the unfinished one was begun by another build";
  if (state.tables.every(({ isSwapped }) => isSwapped)) return "the last one was all in place";
  const { logEpoch } = await readSnapshot(database);
  if (state.seen.logEpoch !== logEpoch) return "the log was put back to an earlier moment";
  if (state.kept === null && state.eventsInAll === null)
    return "the unfinished one had not come far";
  for (const [index, { isSwapped, shape, sideOid }] of state.tables.entries()) {
    const side = sides[index];
    if (isSwapped || side === undefined) continue;
    if (shape !== side.shape) return `${side.live} is defined otherwise now`;
    const { side: name } = sideNamesOf(side.live, state.attempt);
    if ((await oidOf(database, name)) !== sideOid) return `what was made of ${side.live} is gone`;
  }
  return undefined;
}

async function oidOf(session: Session, table: string): Promise<number | undefined> {
  const text = "select to_regclass($1)::oid::bigint as oid";
  const [row] = await session.query<{ oid: bigint | null }>(CompiledQuery.raw(text, [table]));
  const oid = row?.oid ?? null;
  return oid === null ? undefined : Number(oid);
}

interface Attempt {
  readonly attempt: string;
  readonly turn: Turn;
}

async function startRun<Event>(
  { database, tables, siblings, build, asked }: Beginning<Event>,
  { attempt, sides, turn }: Attempt & { readonly sides: readonly SideTable[] },
): Promise<Run> {
  const retried = <Result>(work: () => Promise<Result>) => withLockRetries(work, turn.signal);
  await retried(() =>
    database.transaction(async (session) => {
      await assertTurn(session, turn.holderPid);
      for (const name of await listLeftovers(session, siblings)) {
        await session.query(CompiledQuery.raw(`drop table if exists ${name}`));
      }
      await deleteRun(session, siblings);
    }),
  );
  for (const side of sides) await retried(() => database.pipelined(makeSide(side)));
  for (const [index, { live, parts }] of sides.entries()) {
    const table = tables[index];
    if (table?.scope !== "shared") continue;
    const columns = [...table.columns, `0 as ${checkpointColumn}`].join(", ");
    const text = `create table ${parts} with (${unvacuumed}) as select ${columns} from ${live} with no data`;
    await database.query(CompiledQuery.raw(text));
  }
  const seen = await readSnapshot(database);
  const states: RunState["tables"] = [];
  for (const { live, side, shape } of sides) {
    const sideOid = (await oidOf(database, side)) ?? 0;
    states.push({ live, shape, sideOid, isSwapped: false, caughtUp: seen, round: null });
  }
  const state = { attempt, build, asked, seen, kept: null, eventsInAll: null, tables: states };
  const run = { runId: newId<string>(), tables: sides.map(({ live }) => live), state };
  await database.transaction(async (session) => {
    await assertTurn(session, turn.holderPid);
    await insertRun(session, run);
  });
  return { runId: run.runId, turn, sides, state };
}

/**
 * Gives the tables beside the live ones other names, in the row's own transaction: whatever the process before has under way
 * ends first, or finds nothing.
 */
function takeOver(
  database: Database,
  { runId, attempt, turn }: Attempt & { readonly runId: string },
): Promise<RunState> {
  return withLockRetries(
    () =>
      database.transaction(async (session) => {
        await session.query(waitBriefly);
        const state = await lockRun(session, runId);
        for (const { live, isSwapped } of state.tables) {
          if (isSwapped) continue;
          const [old, made] = [sideNamesOf(live, state.attempt), sideNamesOf(live, attempt)];
          for (const kind of ["side", "parts"] as const) {
            const text = `alter table if exists ${old[kind]} rename to ${made[kind]}`;
            await session.query(CompiledQuery.raw(text));
          }
        }
        const taken = { ...state, attempt };
        const { holderPid } = turn;
        await storeRun(session, { runId, attempt: state.attempt, holderPid }, taken);
        return taken;
      }),
    turn.signal,
  );
}
