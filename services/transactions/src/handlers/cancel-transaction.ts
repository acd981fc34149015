import { CancelTransaction } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { decideGuarded } from "../guards/decide-guarded.ts";
import type { OrderDeps } from "../orders/deps.ts";
import { findTransaction } from "../projections/detail/query.ts";

/** The owner changed her mind; what is paid already goes on. */
export function cancelTransaction(deps: OrderDeps): RequestHandler {
  const { database, clock } = deps;
  return handleRequest(CancelTransaction, async (request, context) => {
    const known = await findTransaction(database, request, deps);
    if (known === undefined) return refuse("not-found");
    await decideGuarded(deps, {
      transactionId: request.transactionId,
      command: { kind: "cancel", at: clock.now() },
      context: { ...context, causationId: request.commandId },
    });
    const present = await findTransaction(database, request, deps);
    return present === undefined ? refuse("not-found") : { transaction: present };
  });
}
