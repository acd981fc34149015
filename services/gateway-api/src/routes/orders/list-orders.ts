import { ListStandingOrders, StandingOrderStatus, StandingOrderView } from "@sanu/contracts";
import { z } from "zod";
import { pageFields } from "../../fields/fields.ts";
import { pageOf } from "../../openapi/responses.ts";
import { defineRoute } from "../define-route.ts";

export const listOrders = defineRoute({
  operationId: "listOrders",
  method: "GET",
  url: "/orders",
  access: "customers",
  tag: "orders",
  summary: "The user's orders in advance, newest first",
  input: { query: z.object({ ...pageFields, status: StandingOrderStatus.optional() }) },
  success: pageOf({ orders: z.array(StandingOrderView) }),
  problems: ListStandingOrders.refusals,
  async handler({ client, principal: { accountId }, query }) {
    const { limit, cursor = null, status = null } = query;
    const asked = { accountId, limit, cursor, status };
    const result = await client.request(ListStandingOrders, asked);
    if (result.kind !== "replied") return result;
    const { orders, nextCursor } = result.data;
    return { orders, meta: { next_cursor: nextCursor } };
  },
});
