import type { Money, RefundDestination, RefundReason } from "@sanu/contracts";
import type { RefundId } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import { type Cause, reviewRequested } from "./review.ts";
import type { ExistingTransaction, Order, Return } from "./state.ts";

/** Money that came in and cannot stay. The refund's id is used only if a refund can be ordered. */
export interface Owed extends Cause {
  readonly money: Money;
  readonly receiptId: string | null;
  readonly reason: RefundReason;
  readonly refundId: RefundId;
}

/** Orders that money goes back, or asks where to: each receipt leads to exactly one of the two. */
export function giveBack(state: ExistingTransaction, owed: Owed): TransactionEvent {
  const { money, receiptId, reason, refundId, causeId, at } = owed;
  const returnKey = receiptId ?? causeId;
  const destination = usualDestination(state.order, money);
  if (destination === null) {
    const about = { about: "return", returnKey, owed: { money, receiptId, reason } } as const;
    return reviewRequested(state, "return-address-needed", owed, about);
  }
  const wanted = { key: returnKey, money, receiptId, reason };
  return refundRequested(state, wanted, { refundId, destination, at });
}

/** Where money goes back to without anybody being asked: `null` where there is no such place. */
export function usualDestination(
  { receiverKind, receiverHmac }: Order,
  money: Money,
): RefundDestination | null {
  if (money.currency === "XOF") return { kind: "payer" };
  if (receiverKind === null || receiverHmac === null) return null;
  // Only these can be asked for an invoice as often as it takes.
  if (receiverKind !== "lightning-address" && receiverKind !== "lnurl") return null;
  return { kind: "receiver", receiverKind, receiverHmac };
}

/** The event alone: who calls has decided that this receipt is not given back yet. */
export function refundRequested(
  { order }: ExistingTransaction,
  { key, money, receiptId, reason }: Pick<Return, "key" | "money" | "receiptId" | "reason">,
  by: {
    readonly refundId: RefundId;
    readonly destination: RefundDestination;
    readonly at: Cause["at"];
  },
): EventOf<"TransactionRefundRequested"> {
  const { transactionId, paymentId } = order;
  return {
    type: "TransactionRefundRequested",
    v: 1,
    transactionId,
    refundId: by.refundId,
    paymentId,
    returnKey: key,
    money,
    reason,
    receiptId,
    destination: by.destination,
    requestedAt: by.at,
  };
}
