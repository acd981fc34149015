import type { Instant } from "@sanu/kernel";
import { newId } from "@sanu/kernel";
import {
  appendAlone,
  createEventStore,
  createLease,
  createLoop,
  type Database,
  type Logger,
  type Metrics,
  type ServiceGate,
} from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { FloatReported } from "./events.ts";
import { isReportDue, type LastReport, type ReportTerms } from "./is-report-due.ts";
import { type ObservedFloat, type ObservedRails, observeFloats } from "./observe-floats.ts";
import { publishReport } from "./publish.ts";

const reporterLimits = {
  /** How long after its last question a replica that died still holds the lease. */
  leaseMarginMs: 15_000,
} as const;

interface FloatReporterOptions {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly wakeRelay: () => void;
  readonly rails: ObservedRails;
  readonly terms: ReportTerms & { readonly pollMs: number };
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
}

/** Every replica has one; the one with the lease asks the providers what they hold, and publishes it. */
export function createFloatReporter(options: FloatReporterOptions) {
  const { database, gate, rails, terms, logger, metrics } = options;
  const holder: string = newId();
  const leaseMs = terms.pollMs + reporterLimits.leaseMarginMs;
  const lease = createLease({ database, name: "floats", holder, leaseMs });
  const store = createEventStore({
    database,
    schema: FloatReported,
    publish: publishReport,
    projections: [],
    gate,
    afterPublicCommit: options.wakeRelay,
  });
  const lastReports = new Map<string, LastReport>();

  const report = async (float: ObservedFloat, observedAt: Instant): Promise<void> => {
    const now = { available: float.available, atMs: performance.now() };
    const name = `${float.rail} ${float.account}`;
    if (!isReportDue(lastReports.get(name), now, terms)) return;
    const { channels, ...rest } = float;
    const reported = { ...rest, channels: channels === null ? null : [...channels], observedAt };
    await appendAlone(store, { type: "FloatReported", v: 1, ...reported });
    lastReports.set(name, now);
  };

  const loop = createLoop({
    name: "floats",
    idleMs: terms.pollMs,
    logger,
    metrics,
    async work() {
      if (!gate.isOpen()) return;
      if (!(await lease.hold())) return lastReports.clear();
      // Before the question: what was paid out until then has left the float that is reported.
      const observedAt = await readClock(database);
      for (const float of await observeFloats(rails)) await report(float, observedAt);
    },
  });
  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await lease.release().catch(() => undefined);
    },
  };
}

/** The clock by which the facts of payouts are recorded. */
async function readClock(database: Pick<Database, "query">): Promise<Instant> {
  const now = CompiledQuery.raw("select clock_timestamp() as now");
  const [row] = await database.query<{ now: Instant }>(now);
  if (row === undefined) throw new Error("The database says no time");
  return row.now;
}
