import {
  accepted,
  type Decider,
  type Decision,
  nothingNew,
  plusMs,
  refused,
  satsBoughtFor,
  xofToBuy,
} from "@sanu/kernel";
import type { CreateTransaction, TransactionCommand } from "./commands.ts";
import { decidePayment } from "./decide-payment.ts";
import { decidePayout } from "./decide-payout.ts";
import type { TransactionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { TransactionRefusal } from "./refusals.ts";
import { noTransaction, type Order, type Transaction } from "./state.ts";

/** What a transaction answers to a command. */
export function decide(
  state: Transaction,
  command: TransactionCommand,
): Decision<TransactionEvent, TransactionRefusal> {
  if (command.kind === "create") {
    return state.status === "none" ? create(command) : nothingNew();
  }
  if (state.status === "none") return refused("unknown-transaction");
  return "paymentId" in command ? decidePayment(state, command) : decidePayout(state, command);
}

function create(command: CreateTransaction): Decision<TransactionEvent, TransactionRefusal> {
  const { amountXof, rateXofPerBtc, receiver, terms } = command;
  // The rails of this direction do not exist yet.
  if (command.transactionType === "SELL_BITCOIN") return refused("provider-unavailable");
  if (amountXof < terms.amountMinXof) {
    return refused("amount-below-minimum", { minimumXof: `${terms.amountMinXof}` });
  }
  if (amountXof > terms.amountMaxXof) {
    return refused("amount-above-maximum", { maximumXof: `${terms.amountMaxXof}` });
  }
  if (rateXofPerBtc === null) return refused("rate-unavailable");
  const amountSats = satsBoughtFor(amountXof, rateXofPerBtc);
  // A rate so high that the amount buys nothing is no rate.
  if (amountSats === 0n) return refused("rate-unavailable");
  if (receiver.kind === "onchain" && amountSats < terms.onchainMinSats) {
    const minimumXof = xofToBuy(terms.onchainMinSats, rateXofPerBtc);
    return refused("amount-below-minimum", { minimumXof: `${minimumXof}` });
  }
  if (receiver.amountSats !== null && receiver.amountSats !== amountSats) {
    return refused("receiver-amount-mismatch");
  }
  const expiresAt = plusMs(command.at, terms.paymentWindowMs);
  if (
    receiver.expiresAt !== null &&
    receiver.expiresAt < plusMs(expiresAt, terms.invoiceMarginMs)
  ) {
    return refused("receiver-expires-too-soon");
  }
  return accepted(created({ ...command, rateXofPerBtc, amountSats, expiresAt }));
}

function created(
  ordered: CreateTransaction & Pick<Order, "rateXofPerBtc" | "amountSats" | "expiresAt">,
): TransactionEvent {
  const { kind: _kind, terms: _terms, receiver, at, ...agreed } = ordered;
  return {
    type: "TransactionCreated",
    v: 1,
    ...agreed,
    receiverKind: receiver.kind,
    receiverHmac: receiver.hmac,
    createdAt: at,
  };
}

/** The aggregate: where it starts, how facts change it and what it answers. */
export const transaction: Decider<
  Transaction,
  TransactionCommand,
  TransactionEvent,
  TransactionRefusal
> = { initial: noTransaction, decide, evolve };
