import { FindProgress } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findOwnProgress, findPageProgress } from "../projections/detail/progress-query.ts";

export function findProgress(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly pageKeptMs: number;
  readonly pageUrlOf: (token: string) => string;
}): RequestHandler {
  return handleRequest(FindProgress, async ({ of }) => {
    const { database, pageUrlOf, clock, pageKeptMs: keptMs } = deps;
    const progress =
      of.kind === "owner"
        ? await findOwnProgress(database, of, pageUrlOf)
        : await findPageProgress(
            database,
            { token: of.token, now: clock.now(), keptMs },
            pageUrlOf,
          );
    return progress === undefined ? refuse("not-found") : { progress };
  });
}
