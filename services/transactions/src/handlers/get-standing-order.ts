import { GetStandingOrder } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { findStandingOrder } from "../projections/standing-orders/query.ts";

/** One standing order of its owner; nobody can tell somebody else's from one that does not exist. */
export function getStandingOrder({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(GetStandingOrder, async (request) => {
    const order = await findStandingOrder(database, request);
    return order === undefined ? refuse("not-found") : { order };
  });
}
