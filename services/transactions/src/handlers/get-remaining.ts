import { GetRemaining } from "@sanu/contracts";
import type { Clock, Instant } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findRemainingPercent } from "../projections/remaining/query.ts";

/** What is left of a person's present month, as a percentage; `service-unavailable` until identity told her limit. */
export function getRemaining(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly monthOf: (moment: Instant) => string;
}): RequestHandler {
  return handleRequest(GetRemaining, async ({ accountId, keyId }) => {
    const month = deps.monthOf(deps.clock.now());
    const remaining = await findRemainingPercent(deps.database, { accountId, month, keyId });
    return remaining === undefined ? refuse("service-unavailable") : { remaining };
  });
}
