import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { promptLimits } from "../limits/number-prompts.ts";

/** How long what is over is kept, in milliseconds. */
export interface KeptTimes {
  readonly rateHistoryKeptMs: number;
  readonly quoteKeptMs: number;
}

interface Sweep {
  readonly table: string;
  readonly key: string;
  readonly endedAt: string;
  readonly keptMs: (kept: KeptTimes) => number;
}

const sweeps: readonly Sweep[] = [
  {
    table: "rate_history",
    key: "rate_id",
    endedAt: "until_at",
    keptMs: (kept) => kept.rateHistoryKeptMs,
  },
  {
    table: "number_prompts",
    key: "transaction_id",
    endedAt: "prompted_at",
    keptMs: () => promptLimits.windowMs,
  },
  { table: "quotes", key: "quote_id", endedAt: "expires_at", keptMs: (kept) => kept.quoteKeptMs },
];

/** Deletes what is over, at most so many rows of each table, by the database's clock. */
export async function sweepOnce(
  database: Pick<Database, "query">,
  kept: KeptTimes,
  rowsMax: number,
): Promise<void> {
  for (const { table, key, endedAt, keptMs } of sweeps) {
    const text = `delete from ${table} where ${key} in (select ${key} from ${table}
      where ${endedAt} < clock_timestamp() - make_interval(secs => $1) limit $2)`;
    await database.query(CompiledQuery.raw(text, [keptMs(kept) / 1_000, rowsMax]));
  }
}
