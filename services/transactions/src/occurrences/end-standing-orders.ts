import type { AccountId, Clock } from "@sanu/kernel";
import type { CommandContext, Database } from "@sanu/platform";
import { changeOrder } from "./change-order.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { listWaiting } from "./trigger-statements.ts";

/** Ends all that an account has in advance, each in a commit of its own; again is the same. */
export async function endStandingOrders(
  deps: Pick<OccurrenceDeps, "standingOrders"> & {
    readonly database: Database;
    readonly clock: Clock;
  },
  accountId: AccountId,
  context: CommandContext,
): Promise<void> {
  for (const orderId of await listWaiting(deps.database, accountId)) {
    const command = { kind: "close", at: deps.clock.now() } as const;
    await changeOrder(deps, { orderId, command, context });
  }
}
