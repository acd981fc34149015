import {
  ListMonitoredOrders,
  type MonitoredOrderView,
  type StandingOrderView,
} from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuseCursor } from "@sanu/platform";
import { readCursor } from "../projections/list/cursor.ts";
import { readStandingOrders } from "../projections/standing-orders/query.ts";

/** A page of a person's standing orders for the staff, which sees neither who pays nor who receives. */
export function listMonitoredOrders({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(ListMonitoredOrders, async (request) => {
    const cursor = request.cursor === null ? null : readCursor(request.cursor);
    if (cursor === undefined) return refuseCursor();
    const { orders, nextCursor } = await readStandingOrders(database, { ...request, cursor });
    return { rows: orders.map((order) => monitored(order, request.accountId)), nextCursor };
  });
}

function monitored(order: StandingOrderView, accountId: string): MonitoredOrderView {
  const { receiver_address: _receiver, number: _number, ...shown } = order;
  return { ...shown, user_id: accountId };
}
