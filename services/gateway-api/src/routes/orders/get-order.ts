import { GetStandingOrder, StandingOrderDetailView } from "@sanu/contracts";
import { z } from "zod";
import { StandingOrderIdField } from "../../fields/fields.ts";
import { defineRoute } from "../define-route.ts";

export const getOrder = defineRoute({
  operationId: "getOrder",
  method: "GET",
  url: "/orders/:id",
  access: "customers",
  tag: "orders",
  summary: "One order in advance, with what became of its due moments",
  input: { params: z.object({ id: StandingOrderIdField }) },
  success: { description: "The order", body: { order: StandingOrderDetailView } },
  problems: GetStandingOrder.refusals,
  async handler({ client, principal: { accountId }, params: { id: orderId } }) {
    const result = await client.request(GetStandingOrder, { accountId, orderId });
    if (result.kind !== "replied") return result;
    return { order: result.data.order };
  },
});
