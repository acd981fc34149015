import { CompiledQuery } from "kysely";
import { z } from "zod";
import { isMissingTable } from "../../database/errors.ts";
import { listTablesThere } from "../../database/list-tables-there.ts";
import type { Session } from "../../database/open-database.ts";
import { isTurnOf } from "./only-one.ts";

const Snapshot = z.object({ logEpoch: z.int(), snapshot: z.string() });

const TableState = z.object({
  live: z.string(),
  /** What the live table was made of when the one beside it was. */
  shape: z.string(),
  /** The one beside it, however it is called. */
  sideOid: z.int(),
  isSwapped: z.boolean(),
  /** What is folded into it once the log is read. */
  caughtUp: Snapshot,
  /** A catching up that is under way: so far, and up to this stream. */
  round: z.object({ until: Snapshot, upTo: z.string() }).nullable(),
});
export type TableState = z.infer<typeof TableState>;

/** Where a rebuild is: written in the transaction of what it tells, or behind it. */
export const RunState = z.object({
  /** Which process is at it, another one each time. */
  attempt: z.string(),
  /** Which program folds. */
  build: z.string(),
  /** What it is a part of, in the words of whoever asked. */
  asked: z.string(),
  seen: Snapshot,
  /** All streams up to this one are folded and stored; null before the first of it. */
  kept: z
    .object({ upTo: z.string(), eventsRead: z.int(), checkpoint: z.int().positive() })
    .nullable(),
  /** So many were read; null before the last of them. */
  eventsInAll: z.int().nullable(),
  tables: z.array(TableState),
});
export type RunState = z.infer<typeof RunState>;

export interface NewRun {
  readonly runId: string;
  readonly tables: readonly string[];
  readonly state: RunState;
}

export interface StoredRun {
  readonly runId: string;
  readonly tables: readonly string[];
  readonly ageMs: number;
  /** None where another release wrote it. */
  readonly state: RunState | undefined;
}

const runsTable = "projection_rebuilds";

const createText = `
create table if not exists ${runsTable} (
  run_id uuid primary key,
  tables text[] not null,
  state jsonb not null,
  begun_at timestamptz not null default clock_timestamp()
)`;

interface RunRow {
  readonly run_id: string;
  readonly tables: readonly string[];
  readonly state: unknown;
  readonly ageMs: number;
}

const findText = `
select run_id, tables, state, (extract(epoch from clock_timestamp() - begun_at) * 1000)::float8 as "ageMs"
from ${runsTable} where tables && $1::text[]`;

/** The unfinished rebuild of any of these tables. */
export async function findRun(
  session: Session,
  live: readonly string[],
): Promise<StoredRun | undefined> {
  if (!(await isThere(session))) return undefined;
  const [row] = await foundRows(session, live);
  if (row === undefined) return undefined;
  const state = RunState.safeParse(row.state).data;
  return { runId: row.run_id, tables: row.tables, ageMs: row.ageMs, state };
}

/** None either where the table has gone with the last run, since it was seen. */
async function foundRows(session: Session, live: readonly string[]): Promise<readonly RunRow[]> {
  try {
    return await session.query<RunRow>(CompiledQuery.raw(findText, [[...live]]));
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

/** Its state as it is once nobody else is at it any more, for the rest of the transaction. */
export async function lockRun(session: Session, runId: string): Promise<RunState> {
  const text = `select * from ${runsTable} where run_id = $1 for update`;
  const [row] = await session.query<RunRow>(CompiledQuery.raw(text, [runId]));
  return RunState.parse(row?.state);
}

async function isThere(session: Session): Promise<boolean> {
  return (await listTablesThere(session, [runsTable])).size > 0;
}

export async function insertRun(session: Session, run: NewRun): Promise<void> {
  await session.query(CompiledQuery.raw(createText));
  const text = `insert into ${runsTable} (run_id, tables, state) values ($1, $2, $3)`;
  await session.query(CompiledQuery.raw(text, [run.runId, [...run.tables], run.state]));
}

const storeText = `
update ${runsTable} set state = $1
where run_id = $2 and state->>'attempt' = $3 and ${isTurnOf(4)}
returning run_id`;

/** Throws where the turn is another one's, or the server another one than that which has stored the rest. */
export async function storeRun(
  session: Session,
  of: { readonly runId: string; readonly attempt: string; readonly holderPid: number },
  state: RunState,
): Promise<void> {
  const values = [state, of.runId, of.attempt, of.holderPid];
  const stored = await session.query(CompiledQuery.raw(storeText, values));
  if (stored.length === 0) throw turnLost();
}

function turnLost(): Error {
  return new Error("What keeps other rebuilds away was lost: this one stores nothing more");
}

/** Throws like `storeRun`, for what is done before there is a row, or to all of them. */
export async function assertTurn(session: Session, holderPid: number): Promise<void> {
  const text = `select 1 as mine where ${isTurnOf(1)}`;
  const mine = await session.query(CompiledQuery.raw(text, [holderPid]));
  if (mine.length === 0) throw turnLost();
}

/** The table goes with the last run. */
export async function deleteRun(session: Session, live: readonly string[]): Promise<void> {
  if (!(await isThere(session))) return;
  const text = `delete from ${runsTable} where tables && $1::text[]`;
  await session.query(CompiledQuery.raw(text, [[...live]]));
  const left = await session.query(CompiledQuery.raw(`select from ${runsTable} limit 1`));
  if (left.length === 0) await session.query(CompiledQuery.raw(`drop table ${runsTable}`));
}
