import { CreateStandingOrder, StandingOrderResponse } from "@sanu/contracts";
import { IdempotencyHeaders } from "../../fields/fields.ts";
import { judgeStandingOrder } from "../../fields/judge-destinations.ts";
import { idempotencyOf, sendFrozen } from "../../plugins/idempotency.ts";
import { defineRoute } from "../define-route.ts";
import { OrderBody, triggerOf } from "./order-fields.ts";

export const createOrder = defineRoute({
  operationId: "createOrder",
  method: "POST",
  url: "/orders",
  access: "customers",
  tag: "orders",
  summary: "Buy or sell when the rate reaches a price, or every day, week or month",
  input: { body: OrderBody, headers: IdempotencyHeaders },
  success: {
    status: 201,
    description:
      "The order. Whenever it is due an ordinary transaction comes of it, whose payer still has to consent; a mail leads to its payment page",
    schema: StandingOrderResponse,
  },
  problems: CreateStandingOrder.refusals,
  judge: judgeStandingOrder,
  async handler({ client, principal: { accountId, country }, body, headers, reply }) {
    const { type, amount, receiver_address: receiver, number, provider } = body;
    const { until = null, count = null } = body;
    const trigger = triggerOf(body);
    const meant = [type, amount, receiver, number, provider, trigger, until, count];
    const result = await client.command(CreateStandingOrder, {
      accountId,
      transactionType: type,
      amountXof: String(amount),
      receiver: receiver ?? "",
      number,
      country,
      channel: provider,
      trigger,
      until,
      ordersMax: count,
      idempotency: idempotencyOf(headers, meant),
    });
    return result.kind === "replied" ? void sendFrozen(reply, 201, result.data) : result;
  },
});
