import { newId } from "@sanu/kernel";
import {
  createLease,
  createLoop,
  type Logger,
  type Metrics,
  type Part,
  type ServiceGate,
} from "@sanu/platform";
import { type ComparisonDeps, type ComparisonTerms, compareFloats } from "./compare-floats.ts";

interface ComparisonOptions extends Omit<ComparisonDeps, "terms"> {
  readonly gate: ServiceGate;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  readonly metrics: Pick<Metrics, "loops">;
  readonly terms: ComparisonTerms & { readonly everyMs: number };
}

const currencies = ["XOF", "SATS"] as const;

/** Compares the ledger's floats with what our accounts hold, each time that all of them have spoken lately. */
export function createComparison(options: ComparisonOptions): Part {
  const { database, gate, logger, metrics, terms } = options;
  // Longer than a pause between two runs: one replica compares for as long as it lives.
  const leaseMs = terms.everyMs * 3;
  const lease = createLease({ database, name: "float-comparison", holder: newId(), leaseMs });
  const { start, stop } = createLoop({
    name: "floats/comparison",
    idleMs: terms.everyMs,
    firstRun: "after-pause",
    logger,
    metrics,
    async work() {
      if (!gate.isOpen() || !(await lease.hold())) return;
      for (const currency of currencies) {
        const verdict = await compareFloats(options, currency);
        if (verdict?.kind === "differs") {
          logger.error({ currency, verdict }, "our accounts hold something else than the ledger");
        }
      }
    },
  });
  return {
    name: "comparison",
    start,
    async stop() {
      await stop();
      await lease.release().catch(() => undefined);
    },
  };
}
