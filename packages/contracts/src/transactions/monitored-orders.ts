import type { AccountId } from "@sanu/kernel";
import { z } from "zod";
import { pageOf, pageRequest } from "../identity/page.ts";
import { requestsOf } from "../request.ts";
import { staffLook } from "../staff-use.ts";
import { idOf } from "../texts.ts";
import { StandingOrderStatus } from "./enums.ts";
import { StandingOrderView } from "./standing-order-views.ts";

const request = requestsOf("transactions");

/** A standing order as the staff sees it: neither who pays nor who receives. */
export const MonitoredOrderView = StandingOrderView.omit({
  receiver_address: true,
  number: true,
}).extend({ user_id: z.uuid() });
export type MonitoredOrderView = z.infer<typeof MonitoredOrderView>;

/** A page of one person's standing orders, the newest first. */
export const ListMonitoredOrders = request("list-monitored-orders", {
  staff: staffLook,
  request: z.object({
    ...pageRequest,
    accountId: idOf<AccountId>(),
    status: StandingOrderStatus.nullable(),
  }),
  reply: pageOf(MonitoredOrderView),
  refusals: ["validation-failed"],
});
