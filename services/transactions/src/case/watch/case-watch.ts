import { CaseKind } from "@sanu/contracts";
import { createLoop, type Database, type Logger, type Loop, type Metrics } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { CaseAges } from "./case-ages.ts";

const caseWatchLimits = { everyMs: 15_000 } as const;

interface CaseWatchDeps {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops" | "watchEach">;
}

interface OpenCases {
  readonly kind: CaseKind;
  readonly open: number;
  readonly overdue: number;
  readonly oldestSeconds: number;
}

const openText = `
select kind, count(*)::int as open, extract(epoch from now() - min(opened_at))::float8 as "oldestSeconds",
  count(*) filter (where opened_at < now() - make_interval(hours => ages.hours))::int as overdue
from cases join unnest($1::text[], $2::int[]) as ages(kind, hours) using (kind)
where status <> 'closed' group by kind`;

/** Says what of each kind is open, how old, and what is open for longer than it may be; by the database's clock. */
export function createCaseWatch(ages: CaseAges, deps: CaseWatchDeps): Loop {
  const { database, logger, metrics } = deps;
  let found: readonly OpenCases[] = [];
  const watchEach = (name: string, help: string, read: (of: OpenCases) => number): void =>
    metrics.watchEach(name, help, ["kind"], () =>
      CaseKind.options.map((kind) => {
        const known = found.find((one) => one.kind === kind);
        return { labels: { kind }, value: known === undefined ? 0 : read(known) };
      }),
    );
  watchEach("sanu_cases_open", "Cases that are not closed.", ({ open }) => open);
  watchEach(
    "sanu_case_oldest_seconds",
    "Age of the oldest case that is not closed.",
    ({ oldestSeconds }) => oldestSeconds,
  );
  watchEach(
    "sanu_cases_overdue",
    "Cases that are open for longer than their kind allows.",
    ({ overdue }) => overdue,
  );
  return createLoop({
    name: "cases",
    idleMs: caseWatchLimits.everyMs,
    logger,
    metrics,
    async work() {
      const kinds = Object.keys(ages);
      found = await database.query<OpenCases>(
        CompiledQuery.raw(openText, [kinds, Object.values(ages)]),
      );
    },
  });
}
