import { amountIn, type Money } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import type { EventOf } from "./events.ts";
import { expectedOf, missingOf } from "./money.ts";
import type { Placed, Refund, ReviewQuestion } from "./state.ts";

type RefundEvent = EventOf<
  | "TransactionRefundRequested"
  | "TransactionRefundSettled"
  | "TransactionRefundFailed"
  | "TransactionRefundReversed"
>;

/** A refund changes no status; what ends with its settling is an event of its own. */
export function evolveRefund<State extends Placed>(state: State, event: RefundEvent): State {
  switch (event.type) {
    case "TransactionRefundRequested": {
      const { receiptId, money, destination, refundId } = event;
      const known = state.refunds.find((one) => one.receiptId === receiptId);
      const refundIds = [...(known?.refundIds ?? []), refundId];
      // A second refund of the same money is ordered by the staff; why it goes back has not changed.
      const reason = known?.reason ?? event.reason;
      const { sendSats } = event;
      const send = sendSats === undefined ? {} : { sendSats };
      const order = { receiptId, money, reason, destination, refundIds, ...send };
      return withRefund(withReceipt(state, receiptId), { ...order, state: "requested" });
    }
    case "TransactionRefundSettled": {
      const { receiptId, refundId, arrived } = event;
      const by = refundId === null ? {} : { settledBy: refundId };
      const short = arrived === undefined ? {} : { arrived };
      const { contestedId: _contested, short: _, ...found } = assumeRefund(state, receiptId);
      return withRefund(state, { ...found, ...by, ...short, state: "settled" });
    }
    case "TransactionRefundReversed": {
      const before = assumeRefund(state, event.receiptId);
      const { settledBy: _by, arrived: _arrived, isMadeWhole: _whole, ...found } = before;
      const failed = { ...found, state: "failed", isReversed: true } as const;
      const missing = missingIn(before);
      if (missing === undefined) return withRefund(state, failed);
      const short = { ...failed, short: { refundId: event.refundId, money: missing } };
      return withRefund(state, before.isMadeWhole === true ? withoutShort(short) : short);
    }
    case "TransactionRefundFailed":
      return withRefund(state, { ...assumeRefund(state, event.receiptId), state: "failed" });
    default:
      return unreachable(event);
  }
}

/** What did not arrive of a refund that settled; `undefined` where all of it did. */
function missingIn(refund: Refund): Money | undefined {
  const missing = refund.arrived === undefined ? 0n : missingOf(expectedOf(refund), refund.arrived);
  return missing > 0n ? amountIn(refund.money.currency, missing) : undefined;
}

/** What went by hand did not come back with what went by the rail. */
export function withoutShort({ short, ...refund }: Refund): Refund {
  if (short === undefined) return refund;
  const { currency } = refund.money;
  return { ...refund, money: amountIn(currency, missingOf(refund.money, short.money)) };
}

function assumeRefund({ refunds }: Placed, receiptId: string): Refund {
  const found = refunds.find((one) => one.receiptId === receiptId);
  if (found === undefined) throw new Error(`No refund of ${receiptId} was requested`);
  return found;
}

export function withContest<State extends Placed>(
  state: State,
  { receiptId, refundId }: ReviewQuestion,
): State {
  const found = state.refunds.find((one) => one.receiptId === receiptId);
  if (found === undefined || found.state === "settled" || refundId === undefined) return state;
  return withRefund(state, { ...found, contestedId: refundId });
}

export function withReceipt<State extends Placed>(state: State, receiptId: string): State {
  if (state.receiptIds.includes(receiptId)) return state;
  return { ...state, receiptIds: [...state.receiptIds, receiptId] };
}

export function withRefund<State extends Placed>(state: State, changed: Refund): State {
  const isKnown = state.refunds.some(({ receiptId }) => receiptId === changed.receiptId);
  const refunds = isKnown
    ? state.refunds.map((one) => (one.receiptId === changed.receiptId ? changed : one))
    : [...state.refunds, changed];
  return { ...state, refunds };
}
