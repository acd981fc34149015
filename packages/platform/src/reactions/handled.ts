import { CompiledQuery } from "kysely";
import { brokenConstraint, emptyColumn } from "../database/errors.ts";
import type { Database, Statement } from "../database/open-database.ts";
import { isAheadOf, noneHasAnyOf } from "./parked-lanes.ts";

export const doneConstraint = "handled_pkey";
export const behindConstraint = "parked_facts_order";
/** The column that a fact behind a parked one leaves empty, which the table refuses. */
const behindColumn = "handled.fact_id";

/** Refused, in the transaction of the effect, where the fact's aggregate waits behind a parked one. */
const markText = `
insert into handled (reaction, fact_id) values ($1, (select $2::uuid
  where ${noneHasAnyOf("$4", "ahead.group_name = $3")}))`;

/** Refused in the same way where an older fact is parked that shares a lane: it came late, or these lanes are known only now. */
const settleText = `
with settled as (delete from parked_facts where group_name = $3 and fact_id = $2)
insert into handled (reaction, fact_id) values ($1, (select $2::uuid
  where not exists (select from parked_facts as one where group_name = $3 and fact_id = $2 and not (
    ${noneHasAnyOf("$4", isAheadOf("one"))}))))`;

/** The name of what refused the writes of an effect: a constraint, or that the aggregate waits; `undefined` for every other error. */
export function refusingConstraint(error: unknown): string | undefined {
  return emptyColumn(error) === behindColumn ? behindConstraint : brokenConstraint(error);
}

interface Mark {
  readonly reaction: string;
  readonly factId: string;
  readonly group: string;
  readonly lanes: readonly string[];
}

/** For a fact that is not parked. */
export function markHandled(mark: Mark): Statement {
  return CompiledQuery.raw(markText, valuesOf(mark));
}

/** The same for one that is parked, which it is no more. */
export function settleParked(mark: Mark): Statement {
  return CompiledQuery.raw(settleText, valuesOf(mark));
}

function valuesOf({ reaction, factId, group, lanes }: Mark): unknown[] {
  return [reaction, factId, group, [...lanes]];
}

interface Lookup {
  readonly reaction: string;
  readonly factId: string;
  readonly resolve: (handled: boolean) => void;
  readonly fail: (error: unknown) => void;
}

const findText = `
select wanted.place from unnest($1::text[], $2::uuid[]) with ordinality as wanted(reaction, fact_id, place)
join handled using (reaction, fact_id)`;

/** Lookups that come while one is under way go together. */
export function createHandledLookup(
  database: Pick<Database, "query">,
): (reaction: string, factId: string) => Promise<boolean> {
  let waiting: Lookup[] = [];
  let isReading = false;

  const readAll = async (): Promise<void> => {
    isReading = true;
    while (waiting.length > 0) {
      const lookups = waiting;
      waiting = [];
      try {
        const found = await findHandled(database, lookups);
        for (const [index, lookup] of lookups.entries()) lookup.resolve(found.has(index + 1));
      } catch (error) {
        for (const lookup of lookups) lookup.fail(error);
      }
    }
    isReading = false;
  };

  return (reaction, factId) =>
    new Promise((resolve, fail) => {
      waiting.push({ reaction, factId, resolve, fail });
      if (!isReading) void readAll();
    });
}

async function findHandled(
  database: Pick<Database, "query">,
  lookups: readonly Lookup[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ place: bigint }>(
    CompiledQuery.raw(findText, [
      lookups.map(({ reaction }) => reaction),
      lookups.map(({ factId }) => factId),
    ]),
  );
  return new Set(rows.map(({ place }) => Number(place)));
}
