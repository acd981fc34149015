import type { Database } from "../database/open-database.ts";
import type { InlineProjection } from "./projection.ts";
import { beginLimits } from "./rebuild/begin-run.ts";
import type { TableFinding } from "./rebuild/compare-rows.ts";
import type { StreamSource } from "./rebuild/read-streams.ts";
import type { Rebuild } from "./rebuild/rebuild.ts";
import { rebuildTables } from "./rebuild/rebuild-tables.ts";
import { type Guard, repairGuard } from "./rebuild/repair-totals.ts";
import { findRun } from "./rebuild/run-state.ts";
import { verifyTables } from "./rebuild/verify-tables.ts";

export interface ProjectionSetDefinition<Event> extends StreamSource<Event> {
  readonly projections: readonly InlineProjection<Event>[];
  /** Tables by one name that are verified and repaired together, never swapped. */
  readonly guards?: Readonly<Record<string, readonly Guard<Event>[]>>;
}

interface SetWork {
  readonly database: Database;
  readonly names?: readonly string[] | undefined;
  readonly signal?: AbortSignal;
}

type RebuildOptions = Pick<
  Rebuild<never>,
  "build" | "asked" | "isAnew" | "onBegin" | "onProgress" | "pageEvents" | "checkpointEveryMs"
>;

/** Everything that one kind of aggregate feeds, its event type closed over. */
export interface ProjectionSet {
  readonly projections: readonly string[];
  readonly guards: readonly string[];
  /** Goes on with one that did not end, where the same build began it. Returns how many events were read. */
  readonly rebuild: (work: SetWork & RebuildOptions) => Promise<number>;
  /** Whether the same build was asked the same within a day, and did not end it. */
  readonly isUnfinished: (
    database: Database,
    of: { readonly build: string; readonly asked: string },
  ) => Promise<boolean>;
  /** Verifies guards and adds what their counts lack. */
  readonly repair: (work: SetWork) => Promise<readonly TableFinding[]>;
  readonly verify: (
    work: SetWork & { readonly onProgress?: (eventsRead: number) => void },
  ) => Promise<readonly TableFinding[]>;
}

/** All views of one kind of stream, so that one reading of the log makes them anew. */
export function defineProjectionSet<Event>(
  definition: ProjectionSetDefinition<Event>,
): ProjectionSet {
  const { projections, guards = {} } = definition;
  const isWanted = ({ names }: SetWork, name: string) => names?.includes(name) ?? true;
  const tablesOf = (work: SetWork) =>
    projections.filter(({ name }) => isWanted(work, name)).map(({ folded }) => folded);
  const guardsOf = (work: SetWork) =>
    Object.entries(guards).flatMap(([name, tables]) => (isWanted(work, name) ? tables : []));
  const siblings = projections.map(({ table }) => table);
  return {
    projections: projections.map(({ name }) => name),
    guards: Object.keys(guards),
    async rebuild(work) {
      const tables = tablesOf(work);
      return tables.length === 0
        ? 0
        : await rebuildTables({ ...work, source: definition, tables, siblings });
    },
    async isUnfinished(database, { build, asked }) {
      const run = await findRun(database, siblings);
      if (run === undefined || run.ageMs > beginLimits.continuedWithinMs) return false;
      return run.state?.build === build && run.state.asked === asked;
    },
    async repair(work) {
      const findings: TableFinding[] = [];
      for (const guard of guardsOf(work)) {
        findings.push(await repairGuard({ ...work, source: definition, guard }));
      }
      return findings;
    },
    async verify(work) {
      const tables = [...tablesOf(work), ...guardsOf(work)];
      return tables.length === 0 ? [] : await verifyTables({ ...work, source: definition, tables });
    },
  };
}
