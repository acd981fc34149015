import { ListStandingOrders } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuseCursor } from "@sanu/platform";
import { readCursor } from "../projections/list/cursor.ts";
import { readStandingOrders } from "../projections/standing-orders/query.ts";

/** A page of a person's standing orders. */
export function listStandingOrders({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(ListStandingOrders, async (request) => {
    const cursor = request.cursor === null ? null : readCursor(request.cursor);
    if (cursor === undefined) return refuseCursor();
    return readStandingOrders(database, { ...request, cursor });
  });
}
