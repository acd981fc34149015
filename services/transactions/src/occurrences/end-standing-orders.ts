import type { Clock, StandingOrderId } from "@sanu/kernel";
import type { CommandContext } from "@sanu/platform";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";

/** Ends these, because their account was closed: each in a commit of its own; again is the same. */
export async function endStandingOrders(
  deps: Pick<OccurrenceDeps, "standingOrders"> & { readonly clock: Clock },
  orderIds: readonly StandingOrderId[],
  context: CommandContext,
): Promise<void> {
  for (const orderId of orderIds) {
    const command = { kind: "close", at: deps.clock.now() } as const;
    await changeOrder(deps, { orderId, command, context });
  }
}
