import type { BenchServers } from "../system/servers.ts";

/** What functions of the databases, triggers among them, did for each purchase. */
export interface FunctionUse {
  readonly name: string;
  readonly calls: number;
  /** With what they called. */
  readonly ms: number;
}

const functionsText = `
select funcname as name, calls::float8 as calls, total_time as ms from pg_stat_user_functions`;

/** By service and name; counted since the database was made. */
export async function readFunctions(
  servers: BenchServers,
  prefix: string,
): Promise<ReadonlyMap<string, FunctionUse>> {
  const found = new Map<string, FunctionUse>();
  for (const service of ["transactions", "payments", "payouts"]) {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${prefix}_${service}`;
    for (const row of await servers.administrate(functionsText, url.href)) {
      const name = `${service}: ${String(row["name"])}`;
      found.set(name, { name, calls: Number(row["calls"]), ms: Number(row["ms"]) });
    }
  }
  return found;
}

/** What came between two readings, for each of so many purchases, the dearest first. */
export function functionsBetween(
  before: ReadonlyMap<string, FunctionUse>,
  after: ReadonlyMap<string, FunctionUse>,
  purchases: number,
): readonly FunctionUse[] {
  return [...after.values()]
    .map(({ name, calls, ms }) => ({
      name,
      calls: (calls - (before.get(name)?.calls ?? 0)) / purchases,
      ms: (ms - (before.get(name)?.ms ?? 0)) / purchases,
    }))
    .filter(({ calls }) => calls > 0)
    .toSorted((one, other) => other.ms - one.ms);
}
