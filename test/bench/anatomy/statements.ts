import type { BenchServers } from "../system/servers.ts";

/** What Postgres did for so many purchases, by service. */
export interface ServiceStatements {
  readonly service: string;
  readonly statementsEach: number;
  /** Appends to the log, each a commit with all that belongs to it. */
  readonly appendsEach: number;
  readonly executionMsEach: number;
  /** Zero unless it is counted. */
  readonly planningMsEach: number;
  /** What they write into Postgres's log. */
  readonly logBytesEach: number;
  /** The dearest statements: milliseconds, bytes and calls for each purchase. */
  readonly dearest: readonly string[];
}

const dearestMax = 6;
const shownLettersMax = 90;

const sumText = (prefix: string) => `
select d.datname, s.query, s.calls::float8 as calls, s.total_exec_time as ms,
  s.total_plan_time as planning_ms, s.wal_bytes::float8 as bytes
from pg_stat_statements s join pg_database d on d.oid = s.dbid
where d.datname like '${prefix}_%' order by s.total_exec_time desc`;

/** Forgets what was counted so far. */
export async function resetStatements(servers: BenchServers): Promise<void> {
  await servers.administrate("select pg_stat_statements_reset()");
}

/** Plans are not counted otherwise, because it takes time of its own. No time of execution shows a statement that is planned each time. */
export async function countPlanning(servers: BenchServers, isCounted: boolean): Promise<void> {
  const value = isCounted ? "on" : "off";
  await servers.administrate(`alter system set pg_stat_statements.track_planning = ${value}`);
  await servers.administrate("select pg_reload_conf()");
}

/** Reads what was counted, for each of so many purchases. Polls of idle services are in it. */
export async function readStatements(
  servers: BenchServers,
  prefix: string,
  purchases: number,
): Promise<readonly ServiceStatements[]> {
  const found = await servers.administrate(sumText(prefix));
  const services = [...new Set(found.map((row) => String(row["datname"])))];
  return services.map((datname) => {
    const own = found
      .filter((row) => row["datname"] === datname)
      .map((row) => ({
        text: String(row["query"]).replaceAll(/\s+/g, " ").trim(),
        calls: Number(row["calls"]) / purchases,
        ms: Number(row["ms"]) / purchases,
        planningMs: Number(row["planning_ms"]) / purchases,
        bytes: Number(row["bytes"]) / purchases,
      }));
    const isAppend = ({ text }: { readonly text: string }) => text.startsWith("insert into events");
    return {
      service: datname.replace(`${prefix}_`, ""),
      statementsEach: own.reduce((sum, { calls }) => sum + calls, 0),
      appendsEach: own.filter(isAppend).reduce((sum, { calls }) => sum + calls, 0),
      executionMsEach: own.reduce((sum, { ms }) => sum + ms, 0),
      planningMsEach: own.reduce((sum, { planningMs }) => sum + planningMs, 0),
      logBytesEach: own.reduce((sum, { bytes }) => sum + bytes, 0),
      dearest: own
        .slice(0, dearestMax)
        .map(
          ({ text, calls, ms, bytes }) =>
            `${ms.toFixed(3)} ms, ${bytes.toFixed(0)} bytes, ${calls.toFixed(1)} ×: ` +
            text.slice(0, shownLettersMax),
        ),
    };
  });
}
