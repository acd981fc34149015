import { FindPaymentPage } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findPendingPage } from "../projections/detail/pending-page.ts";

/** For a mail to the owner: our page of a transaction that waits for its money. */
export function findPaymentPage(deps: {
  readonly database: Database;
  readonly pageUrlOf: (token: string) => string;
}): RequestHandler {
  return handleRequest(FindPaymentPage, async (request) => {
    const token = await findPendingPage(deps.database, request);
    return token === undefined ? refuse("not-found") : { pageUrl: deps.pageUrlOf(token) };
  });
}
