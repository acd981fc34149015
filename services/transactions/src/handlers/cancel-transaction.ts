import { CancelTransaction } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse, runDecider } from "@sanu/platform";
import { guardWrites } from "../guards/guard-writes.ts";
import type { OrderDeps } from "../orders/deps.ts";
import { findTransaction } from "../projections/detail/query.ts";
import { transaction } from "../transaction/decide.ts";

/** The owner changed her mind; what is paid already goes on. */
export function cancelTransaction(deps: OrderDeps): RequestHandler {
  const { database, store, clock, floats, persons, pageUrlOf } = deps;
  return handleRequest(CancelTransaction, async (request, context) => {
    const known = await findTransaction(database, request, pageUrlOf);
    if (known === undefined) return refuse("not-found");
    await runDecider({
      store,
      decider: transaction,
      streamId: request.transactionId,
      command: { kind: "cancel", at: clock.now() },
      context: { ...context, causationId: request.commandId },
      writes: (events, state) =>
        state.status === "none"
          ? []
          : guardWrites(events, state.order, { floats, persons, recordedAt: null }),
    });
    const present = await findTransaction(database, request, pageUrlOf);
    return present === undefined ? refuse("not-found") : { transaction: present };
  });
}
