import { GetPaymentLink, PaymentInitiated } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import {
  type Database,
  defineReaction,
  type Messaging,
  type Reaction,
  whenStored,
} from "@sanu/platform";
import { createResponseText } from "../orders/create-response.ts";
import { findOrder } from "../orders/find-order.ts";
import { freezeOrderResponse } from "../orders/freeze-order-response.ts";
import type { LinkWaiters, PlacedOrder } from "../orders/link-waiters.ts";
import { updateLink } from "../personal-data/private-row.ts";
import { askPayments } from "./ask-payments.ts";
import { type ReactionDeps, reactionName, runCommand } from "./transaction-reaction.ts";

export interface LinkDeps extends ReactionDeps {
  readonly database: Database;
  readonly request: Messaging["request"];
  readonly pageUrlOf: (token: string) => string;
  /** Who waits on this replica. */
  readonly waiters: Pick<LinkWaiters, "findPlaced" | "respond">;
  /** Tells every replica that an order's response is known. */
  readonly announce: (transactionId: string) => void;
}

/** The payment can be made: its link is recorded, and whoever waits for it gets it in the response. */
export function whenPaymentInitiated(deps: LinkDeps): Reaction {
  return defineReaction({
    name: reactionName(PaymentInitiated.name),
    fact: PaymentInitiated,
    aggregateId: ({ transactionId }) => transactionId,
    async react({ transactionId, paymentId }, given) {
      const at = deps.clock.now();
      const [link, order] = await Promise.all([
        askPayments(deps, GetPaymentLink, { paymentId }, given),
        deps.waiters.findPlaced(transactionId) ?? readPlaced(deps, transactionId),
      ]);
      const writes = [updateLink(transactionId, link, at)];
      if (order?.hasKey === true) {
        const { paymentUrl, invoice } = link;
        const url = paymentUrl ?? deps.pageUrlOf(order.pageToken);
        const response = createResponseText({ ...order.basis, invoice }, url);
        const frozen = whenStored(freezeOrderResponse(transactionId, response), ({ length }) => {
          // Whoever froze another one before has the word.
          if (length > 0) deps.waiters.respond(transactionId, response);
        });
        writes.push(frozen);
      }
      const command = { kind: "link-payment", paymentId } as const;
      const result = await runCommand(deps, given, { transactionId, command, at, writes });
      if (result.kind === "accepted") deps.announce(transactionId);
      return result;
    },
  });
}

/** Placed on another replica, or awaited by nobody here any more. */
async function readPlaced(
  deps: LinkDeps,
  transactionId: TransactionId,
): Promise<PlacedOrder | undefined> {
  const order = await findOrder(deps, transactionId);
  if (order === undefined) return undefined;
  return { basis: order, pageToken: order.page_token, hasKey: order.has_key };
}
