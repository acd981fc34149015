import {
  accepted,
  basisPoints,
  type Decision,
  isPriceWithin,
  plusMs,
  refused,
  type Sats,
  satsBoughtFor,
  satsSoldFor,
  type XofPerBtc,
  xofToBuy,
} from "@sanu/kernel";
import type { CreateTransaction } from "./create-command.ts";
import type { TransactionEvent } from "./events.ts";
import { feeLimitOf, leastXofFor, wayFeeOf } from "./fee-limit.ts";
import type { CreateRefusal } from "./refusals.ts";
import type { Order } from "./state.ts";

export function create(command: CreateTransaction): Decision<TransactionEvent, CreateRefusal> {
  const { amountXof, rateXofPerBtc, midXofPerBtc, receiver, terms } = command;
  if (amountXof < terms.amountMinXof) {
    return refused("amount-below-minimum", { minimumXof: `${terms.amountMinXof}` });
  }
  if (amountXof > terms.amountMaxXof) {
    return refused("amount-above-maximum", { maximumXof: `${terms.amountMaxXof}` });
  }
  if (rateXofPerBtc === null || midXofPerBtc === null) return refused("rate-unavailable");
  const isBuy = command.transactionType === "BUY_BITCOIN";
  // Rounded so that the exchange never gives more than it receives.
  const satsFor = isBuy ? satsBoughtFor : satsSoldFor;
  const amountSats = satsFor(amountXof, rateXofPerBtc);
  // A rate so high that the amount buys nothing is no rate.
  if (amountSats === 0n) return refused("rate-unavailable");
  const bought = { isBuy, midXofPerBtc, rateXofPerBtc, amountSats };
  if (!isPriceWithin(bought, terms.bands)) return refused("rate-unavailable");
  const priced = { ...command, rateXofPerBtc, midXofPerBtc, amountSats };
  const feeLimitSats = feeLimitOf(priced, terms.feeLimitShare);
  const tooSmall = tooSmallForItsWay(priced, feeLimitSats);
  if (tooSmall !== undefined) return tooSmall;
  const expiresAt = plusMs(command.at, terms.paymentWindowMs);
  const order = created({ ...priced, feeLimitSats, expiresAt });
  // The receiver of a sale gets nothing unless something goes wrong.
  if (!isBuy || receiver === null) return accepted(order);
  if (receiver.kind === "onchain" && amountSats < terms.onchainMinSats) {
    const minimumXof = xofToBuy(terms.onchainMinSats, rateXofPerBtc);
    return refused("amount-below-minimum", { minimumXof: `${minimumXof}` });
  }
  if (receiver.amountSats !== null && receiver.amountSats !== amountSats) {
    return refused("receiver-amount-mismatch", { amountSats: `${amountSats}` });
  }
  if (
    receiver.expiresAt !== null &&
    receiver.expiresAt < plusMs(expiresAt, terms.invoiceMarginMs)
  ) {
    return refused("receiver-expires-too-soon");
  }
  return accepted(order);
}

/** What cannot pay its way is refused before anybody pays for it, in a sale for its refund. */
function tooSmallForItsWay(
  order: CreateTransaction & {
    readonly rateXofPerBtc: XofPerBtc;
    readonly midXofPerBtc: XofPerBtc;
    readonly amountSats: Sats;
  },
  feeLimitSats: Sats,
): Decision<TransactionEvent, CreateRefusal> | undefined {
  const { transactionType, receiver, terms, amountSats } = order;
  const isOnchain = transactionType === "BUY_BITCOIN" && receiver?.kind === "onchain";
  const onchainFee = { fixedSats: terms.onchainFeeSats, share: basisPoints(0n) };
  const fee = isOnchain ? onchainFee : terms.lightningFee;
  if (feeLimitSats >= wayFeeOf(amountSats, fee)) return undefined;
  const minimumXof = leastXofFor(fee, order);
  // A rate that leaves nothing for the way is no rate.
  if (minimumXof === null) return refused("rate-unavailable");
  return refused("amount-below-minimum", { minimumXof: `${minimumXof}` });
}

function created(
  ordered: CreateTransaction &
    Pick<Order, "rateXofPerBtc" | "amountSats" | "feeLimitSats" | "expiresAt"> & {
      readonly midXofPerBtc: XofPerBtc;
    },
): TransactionEvent {
  const { kind: _kind, terms: _terms, receiver, at, ...agreed } = ordered;
  return {
    type: "TransactionCreated",
    v: 1,
    ...agreed,
    receiverKind: receiver?.kind ?? null,
    receiverHmac: receiver?.hmac ?? null,
    createdAt: at,
  };
}
