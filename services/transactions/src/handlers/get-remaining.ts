import { GetRemaining } from "@sanu/contracts";
import type { Clock, Instant } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import type { MonthlyLimits } from "../limits/monthly-limits.ts";
import { readRemainingPercent } from "../projections/remaining/query.ts";

/** What is left of a person's present month, as a percentage. */
export function getRemaining(needs: {
  readonly database: Database;
  readonly clock: Clock;
  readonly monthlyLimits: MonthlyLimits;
  readonly monthOf: (moment: Instant) => string;
}): RequestHandler {
  return handleRequest(GetRemaining, async ({ accountId }) => {
    const month = needs.monthOf(needs.clock.now());
    const { database, monthlyLimits } = needs;
    return { remaining: await readRemainingPercent(database, { accountId, month, monthlyLimits }) };
  });
}
