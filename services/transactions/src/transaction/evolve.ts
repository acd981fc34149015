import { unreachable } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import type { ExistingTransaction, Transaction } from "./state.ts";

/** The transaction after one more event. */
export function evolve(state: Transaction, event: TransactionEvent): Transaction {
  if (event.type === "TransactionCreated") {
    const { type: _type, v: _v, ...order } = event;
    return { status: "pending", order, isLinked: false };
  }
  return state.status === "none" ? state : evolveExisting(state, event);
}

function evolveExisting(
  state: ExistingTransaction,
  event: Exclude<TransactionEvent, EventOf<"TransactionCreated">>,
): Transaction {
  switch (event.type) {
    case "TransactionPaymentLinked":
      return state.status === "pending" ? { ...state, isLinked: true } : state;
    case "TransactionPaid": {
      const { payoutId, payoutReference } = event;
      return { status: "processing", ...kept(state), payout: { payoutId, payoutReference } };
    }
    case "TransactionPaymentHeld":
      return { status: "processing", ...kept(state) };
    case "TransactionCompleted": {
      if (state.status !== "processing" || state.payout === undefined) return state;
      const { payout } = state;
      return { status: "completed", ...kept(state), payout, completedAt: event.completedAt };
    }
    case "TransactionFailed": {
      const { reason, failedAt } = event;
      return { status: "failed", ...kept(state), reason, failedAt };
    }
    case "TransactionReviewRequested": {
      const { reason, receivedXof, causeId } = event;
      return { ...state, review: [...(state.review ?? []), { reason, receivedXof, causeId }] };
    }
    default:
      return unreachable(event);
  }
}

/** What every status keeps: the order, and the notes for review where there are any. */
function kept({ order, review }: ExistingTransaction) {
  return review === undefined ? { order } : { order, review };
}
