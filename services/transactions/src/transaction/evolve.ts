import { unreachable } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import type { ExistingTransaction, Refund, Transaction } from "./state.ts";

export function evolve(state: Transaction, event: TransactionEvent): Transaction {
  if (event.type === "TransactionCreated") {
    const { type: _type, v: _v, ...order } = event;
    return {
      status: "pending",
      order,
      isLinked: false,
      isCancelRequested: false,
      receiptIds: [],
      refunds: [],
      review: [],
    };
  }
  return state.status === "none" ? state : evolveExisting(state, event);
}

function evolveExisting(
  state: ExistingTransaction,
  event: Exclude<TransactionEvent, EventOf<"TransactionCreated">>,
): Transaction {
  switch (event.type) {
    case "TransactionPaymentLinked":
      return { ...state, isLinked: true };
    case "TransactionCancelRequested":
      return { ...state, isCancelRequested: true };
    case "TransactionPaid": {
      const { payoutId, payoutReference, receiptId } = event;
      const payout = { payoutId, payoutReference, receiptId, isFailed: false };
      return { ...withReceipt(state, receiptId), status: "processing", payout };
    }
    case "TransactionPaymentHeld":
      return {
        ...withReceipt(state, event.receiptId),
        status: "processing",
        failing: "amount-mismatch",
      };
    case "TransactionPaymentFailed":
      return { ...state, failing: event.reason };
    case "TransactionPayoutFailed":
      return payoutFailed(state);
    case "TransactionRefundRequested":
    case "TransactionRefundSettled":
    case "TransactionRefundFailed":
      return evolveRefund(state, event);
    case "TransactionCompleted":
      return complete(state, event);
    case "TransactionFailed": {
      const { reason: failureReason, failedAt } = event;
      return { ...state, status: "failed", failureReason, failedAt };
    }
    case "TransactionReviewRequested":
      return withNote(state, event);
    case "TransactionReviewResolved":
      return { ...state, review: [] };
    default:
      return unreachable(event);
  }
}

/** That the payout arrived after all ends what was due because of its failure. */
function complete(
  state: ExistingTransaction,
  { completedAt }: EventOf<"TransactionCompleted">,
): ExistingTransaction {
  const { failing: _failing, payout, ...rest } = state;
  if (state.status !== "processing" || payout === undefined) return state;
  const refunds = state.refunds.filter((one) => one.reason !== "payout-failed");
  const arrived = { ...payout, isFailed: false };
  return { ...rest, status: "completed", payout: arrived, refunds, completedAt };
}

function payoutFailed(state: ExistingTransaction): ExistingTransaction {
  if (state.payout === undefined) return state;
  return { ...state, failing: "payout-failed", payout: { ...state.payout, isFailed: true } };
}

function withReceipt(state: ExistingTransaction, receiptId: string): ExistingTransaction {
  if (state.receiptIds.includes(receiptId)) return state;
  return { ...state, receiptIds: [...state.receiptIds, receiptId] };
}

function withNote(
  state: ExistingTransaction,
  event: EventOf<"TransactionReviewRequested">,
): ExistingTransaction {
  const { reason, about, refundKey, causeId, refund } = event;
  const review = [...state.review, { reason, about, refundKey, causeId }];
  if (refund === null || refundKey === null) return { ...state, review };
  const due: Refund = { ...refund, key: refundKey, state: "due", refundIds: [] };
  return { ...withRefund(withReceipt(state, refund.receiptId), due), review };
}

function withRefund(state: ExistingTransaction, changed: Refund): ExistingTransaction {
  const isKnown = state.refunds.some(({ key }) => key === changed.key);
  const refunds = isKnown
    ? state.refunds.map((one) => (one.key === changed.key ? changed : one))
    : [...state.refunds, changed];
  return { ...state, refunds };
}

function evolveRefund(
  state: ExistingTransaction,
  event: EventOf<
    "TransactionRefundRequested" | "TransactionRefundSettled" | "TransactionRefundFailed"
  >,
): ExistingTransaction {
  const known = state.refunds.find(({ key }) => key === event.refundKey);
  switch (event.type) {
    case "TransactionRefundRequested": {
      const { refundKey: key, money, receiptId, destination, refundId } = event;
      const refundIds = [...(known?.refundIds ?? []), refundId];
      // A second refund of the same money is ordered by the staff; why it goes back has not changed.
      const reason = known?.reason ?? event.reason;
      const requested: Refund = {
        key,
        money,
        reason,
        receiptId,
        destination,
        refundIds,
        state: "requested",
      };
      return withRefund(withReceipt(state, receiptId), requested);
    }
    case "TransactionRefundSettled":
      return known === undefined ? state : withRefund(state, settled(known, event.refundId));
    case "TransactionRefundFailed":
      return known === undefined ? state : withRefund(state, { ...known, state: "failed" });
    default:
      return unreachable(event);
  }
}

function settled(known: Refund, refundId: Refund["settledBy"] | null): Refund {
  const by = refundId === null || refundId === undefined ? {} : { settledBy: refundId };
  return { ...known, ...by, state: "settled" };
}
