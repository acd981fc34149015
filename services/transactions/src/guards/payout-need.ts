import type { PayoutRail } from "@sanu/contracts";
import type { BasisPoints } from "@sanu/kernel";
import type { EventOf } from "../transaction/events.ts";
import type { Order } from "../transaction/state.ts";

/** What will be needed of which float, in the smallest unit of the rail's currency. */
export interface PayoutNeed {
  readonly rail: PayoutRail;
  /** The channel of mobile money that pays it; null over Lightning and on chain. */
  readonly channel: string | null;
  readonly amount: bigint;
}

type Ordered = Pick<
  Order,
  "transactionType" | "amountXof" | "amountSats" | "feeLimitSats" | "payoutChannel" | "receiverKind"
>;

/** What an order will pay out, fees included: of sats what its way may cost, of XOF a share that no gateway goes beyond. */
export function needOfPayout(order: Ordered, feeShare: BasisPoints): PayoutNeed {
  const { amountXof, amountSats, feeLimitSats } = order;
  if (order.transactionType === "SELL_BITCOIN") {
    const amount = amountXof + shareOf(amountXof, feeShare);
    return { rail: "disbursement", channel: order.payoutChannel, amount };
  }
  const rail = order.receiverKind === "onchain" ? "onchain" : "lightning";
  return { rail, channel: null, amount: amountSats + feeLimitSats };
}

type Refunded = Pick<EventOf<"TransactionRefundRequested">, "money">;

/** What sending sats back to a seller will need, with their way, which they bear: they go over Lightning only. Null for XOF. */
export function needOfRefund({ money }: Refunded): PayoutNeed | null {
  if (money.currency === "XOF") return null;
  return { rail: "lightning", channel: null, amount: money.amountSats };
}

const wholeBasisPoints = 10_000n;

/** Rounded up: what is reserved is never less than what is taken. */
function shareOf(amount: bigint, feeShare: BasisPoints): bigint {
  return (amount * feeShare + wholeBasisPoints - 1n) / wholeBasisPoints;
}
