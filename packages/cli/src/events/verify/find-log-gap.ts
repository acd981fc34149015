import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export interface LogGap {
  readonly aggregateId: string;
  readonly events: number;
  readonly newestVersion: number;
}

/** An aggregate whose events, public and private, do not count from 1 without a gap; the first one by its id. */
export async function findLogGap(database: Pick<Database, "query">): Promise<LogGap | undefined> {
  const [gap] = await database.query<LogGap>(
    CompiledQuery.raw(
      `select stream_id as "aggregateId", count(*)::int as events, max(version) as "newestVersion"
       from events group by stream_id having count(*) <> max(version) or min(version) <> 1
       order by stream_id limit 1`,
    ),
  );
  return gap;
}
