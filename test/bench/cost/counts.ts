import type { BenchServers } from "../system/servers.ts";

/** Named counts: commits by database, connections made, syncs and bytes of Postgres' log, messages of NATS. */
export type Counts = ReadonlyMap<string, number>;
export type ReadCounts = () => Promise<Counts>;

const commitsText = (prefix: string) => `
select datname, xact_commit::float8 as commits, sessions::float8 as sessions from pg_stat_database where datname like '${prefix}%'`;

/** Other processes than the asking one report what they counted within a second or when they fall idle. */
const logText = `
select (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as syncs,
  (select wal_bytes from pg_stat_wal)::float8 as bytes`;

/** Reads what Postgres counts of the databases whose names begin so, and what NATS has sent and received. */
export function countsOf(servers: BenchServers, databasePrefix: string): ReadCounts {
  return async () => {
    const [commits, [log], messages] = await Promise.all([
      servers.administrate(commitsText(databasePrefix)),
      servers.administrate(logText),
      readMessages(servers.natsMonitoringUrl),
    ]);
    return new Map([
      ...commits.map((row): [string, number] => [
        `commits, ${String(row["datname"]).replace(databasePrefix, "")}`,
        Number(row["commits"]),
      ]),
      ["connections made", commits.reduce((sum, row) => sum + Number(row["sessions"]), 0)],
      ["syncs", Number(log?.["syncs"])],
      ["bytes of Postgres' log", Number(log?.["bytes"])],
      ["messages to NATS", messages.in],
      ["messages from NATS", messages.out],
    ]);
  };
}

export function readDifference(before: Counts, after: Counts): Counts {
  return new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

async function readMessages(url: string): Promise<{ readonly in: number; readonly out: number }> {
  const response = await fetch(new URL("/varz", url));
  const status: { in_msgs: number; out_msgs: number } = Object(await response.json());
  return { in: status.in_msgs, out: status.out_msgs };
}
