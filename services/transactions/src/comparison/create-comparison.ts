import { randomUUID } from "node:crypto";
import { createLoop, type Logger, type Loop, type Metrics, type ServiceGate } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type ComparisonDeps, type ComparisonTerms, compareFloats } from "./compare-floats.ts";

export interface ComparisonOptions extends Omit<ComparisonDeps, "terms"> {
  readonly gate: ServiceGate;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  readonly metrics: Pick<Metrics, "loops">;
  readonly terms: ComparisonTerms & { readonly everyMs: number };
}

const lease = "float-comparison";
const currencies = ["XOF", "SATS"] as const;

/** `$3` is longer than a pause between two runs: one replica compares for as long as it lives. */
const holdText = `
insert into leases (name, holder, expires_at) values ($1, $2, clock_timestamp() + make_interval(secs => $3))
on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
where leases.holder = excluded.holder or leases.expires_at < clock_timestamp()
returning holder`;

/** Compares the ledger's floats with what our accounts hold, each time that all of them have spoken lately. */
export function createComparison(options: ComparisonOptions): Loop {
  const { database, gate, logger, metrics, terms } = options;
  const holder = randomUUID();
  const leaseSeconds = (terms.everyMs * 3) / 1_000;
  return createLoop({
    name: "floats/comparison",
    idleMs: terms.everyMs,
    firstRun: "after-pause",
    logger,
    metrics,
    async work() {
      if (!gate.isOpen() || !(await isMigrated(options))) return;
      const held = await database.query(CompiledQuery.raw(holdText, [lease, holder, leaseSeconds]));
      if (held.length === 0) return;
      for (const currency of currencies) {
        const verdict = await compareFloats(options, currency);
        if (verdict?.kind === "differs") {
          logger.error({ currency, verdict }, "our accounts hold something else than the ledger");
        }
      }
    },
  });
}

/** A database of the release before has no floats to compare. */
async function isMigrated({ database }: Pick<ComparisonDeps, "database">): Promise<boolean> {
  const text = `select to_regclass('float_comparisons') is not null and to_regclass('floats') is not null as "isThere"`;
  const [row] = await database.query<{ isThere: boolean }>(CompiledQuery.raw(text));
  return row?.isThere === true;
}
