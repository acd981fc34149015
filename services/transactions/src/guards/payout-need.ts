import type { PayoutRail } from "@sanu/contracts";
import type { BasisPoints, Sats } from "@sanu/kernel";
import type { Order } from "../transaction/state.ts";

/** What a payout may cost us besides its amount; as much as payouts allows a rail to take, or more. */
export interface FeeReserve {
  readonly basisPoints: BasisPoints;
  /** Of a send, where its share is less. */
  readonly floorSats: Sats;
}

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

/** What an order will pay out, fees included. */
export function needOfPayout(order: Ordered, reserve: FeeReserve): PayoutNeed {
  if (order.transactionType === "SELL_BITCOIN") {
    const amount = order.amountXof + shareOf(order.amountXof, reserve);
    return { rail: "disbursement", channel: order.payoutChannel, amount };
  }
  const rail = order.receiverKind === "onchain" ? "onchain" : "lightning";
  return { rail, channel: null, amount: withFee(order.amountSats, reserve, order.feeLimitSats) };
}

/** What sending sats back to a seller will need: they go over Lightning only. */
export function needOfRefund(amountSats: Sats, reserve: FeeReserve): PayoutNeed {
  return { rail: "lightning", channel: null, amount: withFee(amountSats, reserve) };
}

/** Never less than the order may spend on its way. */
function withFee(amountSats: Sats, reserve: FeeReserve, limitSats: bigint = 0n): bigint {
  const fees = [shareOf(amountSats, reserve), reserve.floorSats, limitSats];
  return amountSats + fees.reduce((most, fee) => (fee > most ? fee : most));
}

const wholeBasisPoints = 10_000n;

/** Rounded up: what is reserved is never less than what is taken. */
function shareOf(amount: bigint, { basisPoints }: FeeReserve): bigint {
  return (amount * basisPoints + wholeBasisPoints - 1n) / wholeBasisPoints;
}
