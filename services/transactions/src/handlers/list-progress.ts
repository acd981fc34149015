import { ListProgress } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { listProgress as readProgress } from "../projections/detail/progress-query.ts";

/** How far many transactions are: one question for everybody who follows one through a gateway. */
export function listProgress(deps: {
  readonly database: Database;
  readonly pageUrlOf: (token: string) => string;
}): RequestHandler {
  return handleRequest(ListProgress, async ({ transactionIds }) => ({
    progress: await readProgress(deps.database, transactionIds, deps.pageUrlOf),
  }));
}
