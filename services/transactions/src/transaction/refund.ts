import type { Money, RefundDestination, RefundReason } from "@sanu/contracts";
import { type RefundId, type Sats, sats } from "@sanu/kernel";
import type { EventOf, TransactionEvent } from "./events.ts";
import { refundFeeOf } from "./fee-limit.ts";
import { type Cause, reviewRequested } from "./review.ts";
import type { ExistingTransaction, Order, Refund } from "./state.ts";

/** Money that came in and cannot stay. The refund's id is used only if a refund can be ordered. */
export interface RefundDue extends Cause {
  readonly money: Money;
  readonly receiptId: string;
  readonly reason: RefundReason;
  readonly refundId: RefundId;
}

/** Orders a refund, or asks where to: each receipt leads to exactly one of the two. */
export function requestRefund(state: ExistingTransaction, refund: RefundDue): TransactionEvent {
  const { money, receiptId, reason, refundId, at } = refund;
  const destination = defaultDestination(state.order, money);
  if (destination === null) {
    const about = { about: "refund", receiptId, refund: { money, reason } } as const;
    return reviewRequested(state, "return-address-needed", refund, about);
  }
  return refundRequested(state, { money, receiptId, reason }, { refundId, destination, at });
}

/** Where a refund goes without anybody being asked: `null` where there is no such place. */
export function defaultDestination(
  { receiverKind, receiverHmac }: Order,
  money: Money,
): RefundDestination | null {
  if (money.currency === "XOF") return { kind: "payer" };
  if (receiverKind === null || receiverHmac === null) return null;
  // Only these can be asked for an invoice as often as it takes.
  if (receiverKind !== "lightning-address" && receiverKind !== "lnurl") return null;
  return { kind: "receiver", receiverKind, receiverHmac };
}

/** The event alone: who calls has decided that this receipt is not refunded yet. */
export function refundRequested(
  { order, refunds }: ExistingTransaction,
  { receiptId, money, reason }: Pick<Refund, "receiptId" | "money" | "reason">,
  by: {
    readonly refundId: RefundId;
    readonly destination: RefundDestination;
    readonly at: Cause["at"];
  },
): EventOf<"TransactionRefundRequested"> {
  const { transactionId, paymentId } = order;
  const { refundIds = [] } = refunds.find((one) => one.receiptId === receiptId) ?? {};
  return {
    type: "TransactionRefundRequested",
    v: 1,
    transactionId,
    refundId: by.refundId,
    paymentId,
    receiptId,
    money,
    reason,
    destination: by.destination,
    ...(money.currency === "SATS" && sendOf(order, money)),
    ...(refundIds.length > 0 && { earlierRefundIds: [...refundIds] }),
    ...(by.destination.kind === "invoice" && { accountId: order.accountId }),
    requestedAt: by.at,
  };
}

/** A refund bears its own way, wherever it goes: it is sent less the most that the way may cost. */
function sendOf(order: Order, money: SatsMoney) {
  const fee = refundFeeOf(order, money.amountSats);
  return { sendSats: sats(money.amountSats - fee), feeLimitSats: fee };
}

/** What an invoice for a refund has to ask for where it names an amount: what is left when its way is paid. */
export function sentSats(order: Order, money: SatsMoney): Sats {
  return sendOf(order, money).sendSats;
}

type SatsMoney = Extract<Money, { readonly currency: "SATS" }>;
