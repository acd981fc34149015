// Whether a transaction that an order in advance waits for has ended is said by the commit that ends it, so that whoever settles
// reads the ended ones alone, however many are open.
import type { Migration } from "@sanu/platform";

export const markEndedOccurrences: Migration = {
  kind: "expand",
  statements: ["alter table standing_order_awaited add column settle_after timestamptz"],
};
