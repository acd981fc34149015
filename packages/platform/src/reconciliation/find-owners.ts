import { isUuid } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Owner } from "./found-of.ts";
import type { Difference } from "./judge.ts";

const ownersText = `
select attempt_id::text as key, subject_id::text as "subjectId",
  (select data->>'transactionId' from events where stream_id = subject_id and version = 1) as "transactionId"
from attempts where attempt_id = any($1::uuid[])`;

/** Whose order a line is about that we have not booked: its key may be the one of an attempt. */
export async function findOwners(
  database: Pick<Database, "query">,
  differences: readonly Difference[],
): Promise<ReadonlyMap<string, Owner>> {
  const keys = differences.flatMap(({ booked, stated }) =>
    booked === null && stated?.key !== null && stated?.key !== undefined && isUuid(stated.key)
      ? [stated.key]
      : [],
  );
  if (keys.length === 0) return new Map();
  const rows = await database.query<Owner & { readonly key: string }>(
    CompiledQuery.raw(ownersText, [keys]),
  );
  return new Map(rows.map(({ key, ...owner }) => [key, owner]));
}
