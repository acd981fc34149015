import { accepted, type Decision, refused, unreachable } from "@sanu/kernel";
import type { ResolveReview } from "./commands.ts";
import type { EventOf, TransactionEvent } from "./events.ts";
import { refundRequested, usualDestination } from "./give-back.ts";
import type { ReviewRefusal } from "./refusals.ts";
import type { ExistingTransaction, Return } from "./state.ts";

type ReviewDecision = Decision<TransactionEvent, ReviewRefusal>;

/** What a transaction answers to the staff: a review ends, and no money is forgotten by it. */
export function decideReview(state: ExistingTransaction, command: ResolveReview): ReviewDecision {
  if (state.review.length === 0) return refused("not-in-review");
  const owed = state.returns.filter(({ state: is }) => is === "wanted" || is === "failed");
  switch (command.resolution) {
    case "close":
      return owed.length > 0
        ? refused("money-is-owed")
        : accepted(resolved(state, command, "closed"));
    case "refund":
      return orderRefunds(state, owed, command);
    case "returned": {
      if (owed.length === 0) return refused("nothing-to-refund");
      const { transactionId } = state.order;
      const back = owed.map(({ key: returnKey }) => ({
        type: "TransactionRefundSettled" as const,
        v: 2 as const,
        transactionId,
        returnKey,
        refundId: null,
        fee: null,
        settledAt: command.at,
      }));
      return accepted(resolved(state, command, "returned-by-hand"), ...back);
    }
    default:
      return unreachable(command.resolution);
  }
}

/** Orders one refund for everything that is owed; refused where one of them has nowhere to go. */
function orderRefunds(
  state: ExistingTransaction,
  owed: readonly Return[],
  command: ResolveReview,
): ReviewDecision {
  const refunds = owed.flatMap((one, index) => {
    const refundId = command.refundIds[index];
    const destination = usualDestination(state.order, one.money);
    if (refundId === undefined || destination === null) return [];
    const again = { ...one, reason: "review" as const };
    return [refundRequested(state, again, { refundId, destination, at: command.at })];
  });
  if (owed.length === 0 || refunds.length < owed.length) return refused("nothing-to-refund");
  return accepted(resolved(state, command, "refund-ordered"), ...refunds);
}

function resolved(
  { order }: ExistingTransaction,
  { resolvedBy, at: resolvedAt }: ResolveReview,
  resolution: EventOf<"TransactionReviewResolved">["resolution"],
): TransactionEvent {
  const { transactionId } = order;
  return {
    type: "TransactionReviewResolved",
    v: 1,
    transactionId,
    resolvedBy,
    resolution,
    resolvedAt,
  };
}
