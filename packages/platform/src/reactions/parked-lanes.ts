/** One lane of a row of `parked_facts`, as an expression of SQL. */
type LaneColumn = (row: string) => string;

const firstLane: LaneColumn = (row) => `${row}.lane`;

/** In the words of its index. Of a row that does not say its lanes it is the source, which the headers name. */
export const otherLane: LaneColumn = (row) =>
  `(case when ${row}.lanes is null then ${row}.headers ->> 'ce-subject' else ${row}.lanes[2] end)`;

/**
 * A fact has two lanes at most, and each of them an index of its own. Postgres passes over one index on the whole array where it
 * expects to find a row soon, and each fact that nothing holds back would read all that are parked.
 */
const laneColumns: readonly LaneColumn[] = [firstLane, otherLane];

/** Each lane of a row by the same text, one beside the other. */
export function ofEachLane(row: string, textOf: (lane: string) => string, between: string): string {
  return laneColumns.map((column) => textOf(column(row))).join(between);
}

/** All lanes of a row, each once. */
export function listLanes(row: string): string {
  const [first, other] = [firstLane(row), otherLane(row)];
  return `array_remove(array[${first}, nullif(${other}, ${first})], null)`;
}

/** That a row has one of the lanes in the parameter. */
export function hasAnyOf(row: string, parameter: string): string {
  return `(${ofEachLane(row, (lane) => `${lane} = any(${parameter})`, " or ")})`;
}

/** That no row has one of the lanes in the parameter and meets the condition, which calls it `ahead`. */
export function noneHasAnyOf(parameter: string, condition: string): string {
  return ofEachLane(
    "ahead",
    (lane) => none(`${lane} = any(${parameter}) and ${condition}`),
    `
    and `,
  );
}

/**
 * That nothing older in a lane of the row is parked: it is the first of all its lanes. It asks for the oldest of each: Postgres would join all
 * that are older instead, and of 10 000 that wait in one lane 50 million pairs.
 */
export function isFirst(row: string): string {
  const pairs = laneColumns.flatMap((column) =>
    laneColumns.map((other) => isOldest(column, other(row), row)),
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
