import { accepted, type Decision, nothingNew, plusMs, refused } from "@sanu/kernel";
import type { CancelTransaction, GiveReturnInvoice, OwnerCommand } from "./commands.ts";
import type { TransactionEvent } from "./events.ts";
import { refundRequested } from "./give-back.ts";
import type { ReturnRefusal } from "./refusals.ts";
import type { ExistingTransaction } from "./state.ts";

type OwnerDecision = Decision<TransactionEvent, ReturnRefusal>;

/** What the owner herself wants: to cancel, or to say where her sats go back to. */
export function decideOwner(state: ExistingTransaction, command: OwnerCommand): OwnerDecision {
  return command.kind === "cancel" ? cancel(state, command) : giveInvoice(state, command);
}

/** Once money is in, or the end is certain, there is nothing to cancel: the present status is the answer. */
function cancel(state: ExistingTransaction, { at: requestedAt }: CancelTransaction): OwnerDecision {
  const isOpen = state.status === "pending" && state.failing === undefined;
  if (!isOpen || state.isCancelRequested) return nothingNew();
  const { transactionId, paymentId } = state.order;
  return accepted({
    type: "TransactionCancelRequested",
    v: 1,
    transactionId,
    paymentId,
    requestedAt,
  });
}

/** The seller says where her sats go back to. An invoice is paid once, so it serves one return. */
function giveInvoice(state: ExistingTransaction, command: GiveReturnInvoice): OwnerDecision {
  const { invoice, refundId, at, invoiceMarginMs } = command;
  const toInvoices = state.returns.filter(({ destination }) => destination?.kind === "invoice");
  const isTaken = toInvoices.some(({ destination, state: is }) => {
    const isSame = destination?.kind === "invoice" && destination.receiverHmac === invoice.hmac;
    return isSame && is !== "failed";
  });
  if (isTaken) return nothingNew();
  const isUnderWay = toInvoices.some(({ state: is }) => is === "requested");
  const wanted = state.returns.find(({ state: is, money }) => {
    return money.currency === "SATS" && (is === "wanted" || is === "failed");
  });
  if (isUnderWay || wanted === undefined) return refused("return-not-needed");
  const owedSats = wanted.money.currency === "SATS" ? wanted.money.amountSats : null;
  if (invoice.amountSats !== null && invoice.amountSats !== owedSats) {
    return refused("receiver-amount-mismatch", { amountSats: `${owedSats}` });
  }
  if (invoice.expiresAt < plusMs(at, invoiceMarginMs)) return refused("receiver-expires-too-soon");
  const destination = { kind: "invoice", receiverHmac: invoice.hmac } as const;
  return accepted(refundRequested(state, wanted, { refundId, destination, at }));
}
