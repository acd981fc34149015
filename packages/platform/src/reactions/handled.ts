import { CompiledQuery } from "kysely";
import type { Database, Statement } from "../database/open-database.ts";

export const doneConstraint = "handled_pkey";
export const behindConstraint = "parked_facts_order";

export function markHandled(mark: {
  readonly reaction: string;
  readonly factId: string;
  readonly group: string;
  readonly lanes: readonly string[];
}): Statement {
  return CompiledQuery.raw("select mark_handled($1, $2, $3, $4)", [
    mark.reaction,
    mark.factId,
    mark.group,
    [...mark.lanes],
  ]);
}

export function settleParked(mark: {
  readonly reaction: string;
  readonly factId: string;
  readonly group: string;
}): Statement {
  return CompiledQuery.raw(
    `with settled as (delete from parked_facts where group_name = $3 and fact_id = $2)
     insert into handled (reaction, fact_id) values ($1, $2::uuid)`,
    [mark.reaction, mark.factId, mark.group],
  );
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
