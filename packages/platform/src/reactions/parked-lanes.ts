import type { Database } from "../database/open-database.ts";
import { columnAwaited } from "../database/tables-exist.ts";

/** Whether rows of `parked_facts` can say all their lanes: a service may run for a while on the schema of the release before. */
export interface LanesColumn {
  /** As of the last look, and `true` for ever from then on: it costs a fact no question. */
  readonly isThere: () => boolean;
  readonly look: () => Promise<boolean>;
}

export function createLanesColumn(database: Pick<Database, "query">): LanesColumn {
  const awaited = columnAwaited(database, "parked_facts", "lanes");
  let isThere = false;
  return {
    isThere: () => isThere,
    async look() {
      isThere = await awaited();
      return isThere;
    },
  };
}

/** One lane of a row of `parked_facts`, as an expression of SQL. */
type LaneColumn = (row: string) => string;

const firstLane: LaneColumn = (row) => `${row}.lane`;

/** Services of the release before store one lane. If it is not the source, that is the other one: the headers name it. */
export const otherLane: LaneColumn = (row) =>
  `(case when ${row}.lanes is null then ${row}.headers ->> 'ce-subject' else ${row}.lanes[2] end)`;

/**
 * A fact has two lanes at most, and each of them an index of its own. Postgres passes over one index on the whole array where it
 * expects to find a row soon, and each fact that nothing holds back would read all that are parked.
 */
export type LaneColumns = readonly LaneColumn[];

/** A statement on the schema with the column, and on the one of before. */
export function withLanes(textOf: (columns: LaneColumns) => string): (isThere: boolean) => string {
  const [before, now] = [textOf([firstLane]), textOf([firstLane, otherLane])];
  return (isThere) => (isThere ? now : before);
}

/** All lanes of a row, each once. */
export function listLanes(columns: LaneColumns, row: string): string {
  const [first, ...others] = columns.map((column) => column(row));
  const further = others.map((other) => `nullif(${other}, ${first})`);
  return `array_remove(array[${[first, ...further].join(", ")}], null)`;
}

/** That a row has one of the lanes in the parameter. */
export function hasAnyOf(columns: LaneColumns, row: string, parameter: string): string {
  return `(${columns.map((column) => `${column(row)} = any(${parameter})`).join(" or ")})`;
}

/** That no row has one of the lanes in the parameter and meets the condition, which calls it `ahead`. */
export function noneHasAnyOf(columns: LaneColumns, parameter: string, condition: string): string {
  return columns
    .map((column) => none(`${column("ahead")} = any(${parameter}) and ${condition}`))
    .join(`
    and `);
}

/**
 * That nothing older in a lane of the row is parked: it is the first of all its lanes. It asks for the oldest of each: Postgres would join all
 * that are older instead, and of 10 000 that wait in one lane 50 million pairs.
 */
export function isFirst(columns: LaneColumns, row: string): string {
  const pairs = columns.flatMap((column) =>
    columns.map((other) => isOldest(column, other(row), row)),
  );
  return pairs.join(`
    and `);
}

function isOldest(column: LaneColumn, lane: string, row: string): string {
  return `not exists (select from (
      select group_name, log_epoch, transaction_id, position from parked_facts as oldest
      where oldest.group_name = ${row}.group_name and ${column("oldest")} = ${lane}
      order by log_epoch, transaction_id, position limit 1) as ahead
    where ${isAheadOf(row)})`;
}

/** That the row named `ahead` comes before this one in the order of the log. */
export function isAheadOf(row: string): string {
  return `ahead.group_name = ${row}.group_name
      and (ahead.log_epoch, ahead.transaction_id, ahead.position)
        < (${row}.log_epoch, ${row}.transaction_id, ${row}.position)`;
}

function none(condition: string): string {
  return `not exists (select from parked_facts as ahead where ${condition})`;
}
