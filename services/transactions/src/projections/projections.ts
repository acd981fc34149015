import { defineProjectionSet } from "@sanu/platform";
import { allowanceGuards } from "../guards/allowance-fold.ts";
import { TransactionEvent } from "../transaction/events.ts";
import { booksProjection, receivablesProjection } from "./books/projection.ts";
import { detailProjection } from "./detail/projection.ts";
import { flashbackProjection } from "./flashback/projection.ts";
import { listProjection } from "./list/projection.ts";
import { monitoringProjection } from "./monitoring/projection.ts";
import { resumeProjection } from "./resume/projection.ts";

/** Every view that is folded from the log and written with it. What remains is read from the guard itself. */
export const projections = [
  listProjection,
  detailProjection,
  // A person's orders wait for each other here, in this release and the one before, which locked the month behind it: the other
  // way round two of them could wait in a circle.
  resumeProjection,
  flashbackProjection,
  monitoringProjection,
  booksProjection,
  receivablesProjection,
] as const;

/** All of them, and the guards of limits, as `sanu projections` rebuilds, repairs and verifies them. */
export const projectionSet = defineProjectionSet({
  schema: TransactionEvent,
  opens: ["TransactionCreated"],
  projections,
  guards: { allowances: allowanceGuards },
});
