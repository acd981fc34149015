import { GetPaymentPage } from "@sanu/contracts";
import type { Clock } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findPaymentPage } from "../projections/detail/query.ts";

/** Our own payment page by its token. It shows the end of a transaction for a while, then it is gone. */
export function getPaymentPage(needs: {
  readonly database: Database;
  readonly clock: Clock;
  readonly pageKeptMs: number;
}): RequestHandler {
  return handleRequest(GetPaymentPage, async ({ token }) => {
    const at = { now: needs.clock.now(), keptMs: needs.pageKeptMs };
    const page = await findPaymentPage(needs.database, token, at);
    return page === undefined ? refuse("not-found") : { page };
  });
}
