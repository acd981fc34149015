import { GetPaymentPage } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findPaymentPage } from "../projections/detail/query.ts";

/** Our own payment page by its token. It shows the end of a transaction for a while, then it is gone. */
export function getPaymentPage(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly pageKeptMs: number;
}): RequestHandler {
  return handleRequest(GetPaymentPage, async ({ token }) => {
    const at = { now: deps.clock.now(), keptMs: deps.pageKeptMs };
    const page = await findPaymentPage(deps.database, token, at);
    return page === undefined ? refuse("not-found") : { page };
  });
}
