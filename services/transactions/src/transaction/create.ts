import {
  accepted,
  type Decision,
  plusMs,
  refused,
  satsBoughtFor,
  satsSoldFor,
  xofToBuy,
} from "@sanu/kernel";
import type { CreateTransaction } from "./commands.ts";
import type { TransactionEvent } from "./events.ts";
import type { CreateRefusal } from "./refusals.ts";
import type { Order } from "./state.ts";

export function create(command: CreateTransaction): Decision<TransactionEvent, CreateRefusal> {
  const { amountXof, rateXofPerBtc, receiver, terms } = command;
  if (amountXof < terms.amountMinXof) {
    return refused("amount-below-minimum", { minimumXof: `${terms.amountMinXof}` });
  }
  if (amountXof > terms.amountMaxXof) {
    return refused("amount-above-maximum", { maximumXof: `${terms.amountMaxXof}` });
  }
  if (rateXofPerBtc === null) return refused("rate-unavailable");
  const isBuy = command.transactionType === "BUY_BITCOIN";
  // Rounded so that the exchange never gives more than it receives.
  const satsFor = isBuy ? satsBoughtFor : satsSoldFor;
  const amountSats = satsFor(amountXof, rateXofPerBtc);
  // A rate so high that the amount buys nothing is no rate.
  if (amountSats === 0n) return refused("rate-unavailable");
  const expiresAt = plusMs(command.at, terms.paymentWindowMs);
  const order = created({ ...command, rateXofPerBtc, amountSats, expiresAt });
  // The receiver of a sale gets nothing unless something goes wrong.
  if (!isBuy || receiver === null) return accepted(order);
  if (receiver.kind === "onchain" && amountSats < terms.onchainMinSats) {
    const minimumXof = xofToBuy(terms.onchainMinSats, rateXofPerBtc);
    return refused("amount-below-minimum", { minimumXof: `${minimumXof}` });
  }
  if (receiver.amountSats !== null && receiver.amountSats !== amountSats) {
    return refused("receiver-amount-mismatch");
  }
  if (
    receiver.expiresAt !== null &&
    receiver.expiresAt < plusMs(expiresAt, terms.invoiceMarginMs)
  ) {
    return refused("receiver-expires-too-soon");
  }
  return accepted(order);
}

function created(
  ordered: CreateTransaction & Pick<Order, "rateXofPerBtc" | "amountSats" | "expiresAt">,
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
