import { accepted, type Decision, nothingNew, plusMs, refused } from "@sanu/kernel";
import type { CancelTransaction, OwnerCommand, ProvideRefundInvoice } from "./commands.ts";
import { stuckRefunds } from "./due.ts";
import type { TransactionEvent } from "./events.ts";
import { refundRequested, sentSats } from "./refund.ts";
import type { RefundInvoiceRefusal } from "./refusals.ts";
import type { ExistingTransaction, Refund } from "./state.ts";

type OwnerDecision = Decision<TransactionEvent, RefundInvoiceRefusal>;

/** What the owner herself wants: to cancel, or to say where her sats go back to. */
export function decideOwner(state: ExistingTransaction, command: OwnerCommand): OwnerDecision {
  return command.kind === "cancel" ? cancel(state, command) : provideInvoice(state, command);
}

/** Once money is in, or the end is certain, there is nothing to cancel: the present status is the answer. */
function cancel(state: ExistingTransaction, { at: requestedAt }: CancelTransaction): OwnerDecision {
  if (state.status !== "pending" || state.isCancelRequested) return nothingNew();
  const { transactionId, paymentId } = state.order;
  return accepted({
    type: "TransactionCancelRequested",
    v: 1,
    transactionId,
    paymentId,
    requestedAt,
  });
}

/** The seller says where her sats go back to. An invoice is paid once, so it serves one refund. */
function provideInvoice(state: ExistingTransaction, command: ProvideRefundInvoice): OwnerDecision {
  const { invoice, refundId, at, invoiceMarginMs } = command;
  const toInvoices = state.refunds.filter(({ destination }) => destination?.kind === "invoice");
  const isInUse = toInvoices.some(({ destination, state: is }) => {
    const isSame = destination?.kind === "invoice" && destination.receiverHmac === invoice.hmac;
    return isSame && is !== "failed";
  });
  if (isInUse) return nothingNew();
  const isUnderWay = toInvoices.some(({ state: is }) => is === "requested");
  const due = stuckRefunds(state).find(isOfSats);
  if (isUnderWay || due === undefined) return refused("return-not-needed");
  const amountSats = sentSats(state.order, due.money);
  if (invoice.amountSats !== null && invoice.amountSats !== amountSats) {
    return refused("receiver-amount-mismatch", { amountSats: `${amountSats}` });
  }
  if (invoice.expiresAt < plusMs(at, invoiceMarginMs)) return refused("receiver-expires-too-soon");
  const destination = { kind: "invoice", receiverHmac: invoice.hmac } as const;
  return accepted(refundRequested(state, due, { refundId, destination, at }));
}

function isOfSats(refund: Refund): refund is Refund & {
  readonly money: Extract<Refund["money"], { readonly currency: "SATS" }>;
} {
  return refund.money.currency === "SATS";
}
