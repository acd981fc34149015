import { detailProjection } from "./detail/projection.ts";
import { flashbackProjection } from "./flashback/projection.ts";
import { listProjection } from "./list/projection.ts";

/** Every view that is folded from the log and written with it. What remains is read from the guard itself. */
export const projections = [listProjection, detailProjection, flashbackProjection] as const;
