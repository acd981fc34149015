import type { MeasurePlan } from "../measure.ts";
import type { BenchSystem } from "../system/bench-system.ts";
import type { BenchServers } from "../system/servers.ts";

/** What a row works with when it needs no services. */
export interface Bench {
  readonly servers: BenchServers;
  readonly plan: MeasurePlan;
  /** A program of Formance's ledger, where there is one. */
  readonly ledgerProgram?: string;
}

/** What a row works with that measures the five services. */
export interface SystemBench extends Bench {
  readonly system: BenchSystem;
}
