import { defineProjectionSet } from "@sanu/platform";
import { AccountEvent } from "../account/events.ts";
import { accountsProjection } from "./accounts/projection.ts";

/**
 * What `sanu projections` rebuilds and verifies. The tiers are not in it: the rows of the first release came with
 * their table and stand in no log.
 */
export const projectionSet = defineProjectionSet({
  schema: AccountEvent,
  opens: ["AccountRegistered"],
  projections: [accountsProjection],
});
