export { defineEntries, type EntriesDefinition } from "./entries.ts";
export type { FoldedTable } from "./folded-table.ts";
export {
  defineProjection,
  type InlineProjection,
  type Projection,
  type ProjectionDefinition,
  type ProjectionRow,
} from "./projection.ts";
export {
  defineProjectionSet,
  type ProjectionSet,
  type ProjectionSetDefinition,
} from "./projection-set.ts";
export type { RowDifference, TableFinding } from "./rebuild/compare-rows.ts";
export { committedBehindText } from "./rebuild/log-snapshot.ts";
export { AlreadyRunningError } from "./rebuild/only-one.ts";
export type { StreamSource } from "./rebuild/read-streams.ts";
export type { RebuildBegin, RebuildProgress } from "./rebuild/rebuild.ts";
export { rebuildTables } from "./rebuild/rebuild-tables.ts";
export { type Guard, repairGuard } from "./rebuild/repair-totals.ts";
export { verifyTables } from "./rebuild/verify-tables.ts";
export { defineTotals, foldTotals, type TotalsDefinition } from "./totals.ts";
