import type { Reworded } from "./compare-schemas.ts";

/** Descriptions that were made clearer since the last release and mean the same; emptied with each release. */
export const reworded: Reworded = {};
