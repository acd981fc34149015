import { GetPaymentLink, PaymentInitiated, type ReplyData } from "@sanu/contracts";
import type { PaymentId, TransactionId } from "@sanu/kernel";
import {
  type Database,
  defineReaction,
  type Messaging,
  PeerUnavailableError,
  type Reaction,
  type ReactionInput,
  whenStored,
} from "@sanu/platform";
import { createResponseText } from "../orders/create-response.ts";
import { findOrder } from "../orders/find-order.ts";
import { freezeOrderResponse } from "../orders/freeze-order-response.ts";
import type { LinkWaiters, PlacedOrder } from "../orders/link-waiters.ts";
import { updateLink } from "../personal-data/private-row.ts";
import { type ReactionDeps, reactionName, runCommand } from "./transaction-reaction.ts";

export const linkLimits = { requestTimeoutMs: 2_000 } as const;

export interface LinkDeps extends ReactionDeps {
  readonly database: Database;
  readonly request: Messaging["request"];
  readonly pageUrlOf: (token: string) => string;
  readonly hasClientOrders: () => Promise<boolean>;
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
        getLink(deps, paymentId, given),
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

/** The provider's page, or the invoice of a sale; null what there is not. Throws while payments cannot say: the fact comes again soon. */
async function getLink(
  deps: LinkDeps,
  paymentId: PaymentId,
  { context }: ReactionInput,
): Promise<ReplyData<typeof GetPaymentLink>> {
  const options = { context, timeoutMs: linkLimits.requestTimeoutMs };
  const reply = await deps.request(GetPaymentLink, { paymentId }, options);
  if (reply.kind === "replied") return reply.data;
  if (reply.kind === "unavailable" && reply.cause !== "malformed-reply") {
    throw new PeerUnavailableError(`payments cannot be asked for a link: ${reply.cause}`);
  }
  const why = reply.kind === "refused" ? reply.refusal.code : reply.cause;
  throw new Error(`payments did not reply with the link of ${paymentId}: ${why}`);
}
