import { ChangeStandingOrder, type RequestInput, StandingOrderDetailView } from "@sanu/contracts";
import { z } from "zod";
import { StandingOrderIdField } from "../../fields/fields.ts";
import { defineRoute, type Route } from "../define-route.ts";

interface Change {
  readonly operationId: string;
  readonly change: RequestInput<typeof ChangeStandingOrder>["change"];
  readonly summary: string;
}

function defineChange({ operationId, change, summary }: Change): Route {
  return defineRoute({
    operationId,
    method: "POST",
    url: `/orders/:id/${change}`,
    access: "customers",
    tag: "orders",
    summary,
    input: { params: z.object({ id: StandingOrderIdField }) },
    success: {
      description: "The order as it stands. Again is the same",
      body: { order: StandingOrderDetailView },
    },
    problems: ChangeStandingOrder.refusals,
    async handler({ client, principal: { accountId }, params: { id: orderId } }) {
      const result = await client.command(ChangeStandingOrder, { accountId, orderId, change });
      if (result.kind !== "replied") return result;
      return { order: result.data.order };
    },
  });
}

export const pauseOrder = defineChange({
  operationId: "pauseOrder",
  change: "pause",
  summary: "Pause an order in advance; what it misses is not made up for",
});

export const resumeOrder = defineChange({
  operationId: "resumeOrder",
  change: "resume",
  summary: "Resume a paused order; where its end has passed meanwhile, it ends",
});

export const cancelOrder = defineChange({
  operationId: "cancelOrder",
  change: "cancel",
  summary: "Cancel an order in advance; transactions that came of it go on",
});
