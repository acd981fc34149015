import {
  GetUser,
  ListMonitoredOrders,
  MonitoredOrderView,
  StandingOrderStatus,
} from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";
import { toPage } from "../to-page.ts";

export const listMonitoredOrders = defineRoute({
  operationId: "listMonitoredOrders",
  method: "GET",
  url: "/users/:id/orders",
  access: "staff",
  tag: "monitoring",
  summary: "A user's orders in advance, newest first",
  input: {
    params: z.object({ id: AccountIdField }),
    query: z.object({ ...pageFields, status: StandingOrderStatus.optional() }),
  },
  success: pageOf({ orders: z.array(MonitoredOrderView) }),
  problems: [...GetUser.refusals, ...ListMonitoredOrders.refusals],
  async handler({ client, params: { id: accountId }, query }) {
    const { limit, cursor = null, status = null } = query;
    const asked = { accountId, limit, cursor, status };
    // Transactions knows no people: who never ordered and who never was look alike there.
    const [found, orders] = await Promise.all([
      client.request(GetUser, { accountId }),
      client.request(ListMonitoredOrders, asked),
    ]);
    return found.kind === "replied" ? toPage("orders", orders) : found;
  },
});
