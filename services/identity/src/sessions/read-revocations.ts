import type { Revocation } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { sessionLimits } from "./session-limits.ts";

export interface RevocationsPage {
  /** Everything up to here is in the page, or over. */
  readonly sequence: number;
  readonly isWhole: boolean;
  readonly revocations: readonly Revocation[];
}

/** One statement, hence one snapshot: the newest number, and the rows that are behind `$1` at that moment. */
const pageText = `
select feed.sequence::int8 as newest, page.sequence as "rowSequence", page.revoked_id as id,
  page.valid_from as "from", page.valid_until as until
from revocation_feed as feed left join lateral (
  select * from revocations where sequence > $1 and valid_until > $2
  order by sequence limit $3) as page on true
order by page.sequence`;

interface PageRow {
  readonly newest: bigint;
  readonly rowSequence: bigint | null;
  readonly id: string;
  readonly from: Instant;
  readonly until: Instant;
}

export async function readRevocations(
  database: Database,
  afterSequence: number,
  at: Instant,
): Promise<RevocationsPage> {
  const rowsMax = sessionLimits.revocationsPerMessageMax;
  const rows = await database.query<PageRow>(
    CompiledQuery.raw(pageText, [afterSequence, at, rowsMax]),
  );
  const found = rows.filter(({ rowSequence }) => rowSequence !== null);
  const isWhole = found.length < rowsMax;
  const last = found.at(-1)?.rowSequence ?? 0n;
  return {
    sequence: Number(isWhole ? (rows[0]?.newest ?? 0n) : last),
    isWhole,
    revocations: found.map(({ id, from, until }) => ({ id, from, until })),
  };
}
