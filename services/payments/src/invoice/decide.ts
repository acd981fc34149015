import type { PaymentFailureReason } from "@sanu/contracts";
import { accepted, type Decision, decideBy, msBetween, nothingNew, refused } from "@sanu/kernel";
import { captured, discrepancyOf, initiated } from "./captured.ts";
import type {
  CloseInvoice,
  HoldInvoiceMoney,
  InitiateInvoice,
  InvoiceCommand,
  LetGoInvoiceMoney,
  RecordCapture,
  RecordUnknown,
  ReleaseInvoice,
  RequestInvoice,
} from "./commands.ts";
import { cameAfterAll, neverCameAfterAll } from "./contradiction.ts";
import type { InvoiceEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import type { InvoiceRefusal } from "./refusals.ts";
import { eventOf, type Invoice, isOpenInvoice, noInvoice, type OrderedInvoice } from "./state.ts";
import { conclude, contradictedBy, contradictionOf } from "./verdict.ts";

type InvoiceDecision = Decision<InvoiceEvent, InvoiceRefusal>;

export function decide(state: Invoice, command: InvoiceCommand): InvoiceDecision {
  if (command.kind === "request") return request(state, command);
  return state.status === "none" ? refused("payment-unknown") : decideOrdered(state, command);
}

const decideOrdered = decideBy<
  OrderedInvoice,
  Exclude<InvoiceCommand, RequestInvoice>,
  InvoiceDecision
>({
  initiate,
  hold,
  release,
  "let-go": letGo,
  "record-capture": recordCapture,
  close,
  "record-unknown": recordUnknown,
  conclude,
});

function request(state: Invoice, { order, at }: RequestInvoice): InvoiceDecision {
  if (state.status !== "none") return nothingNew();
  return accepted({ type: "InvoiceRequested", v: 1, ...order, requestedAt: at });
}

function initiate(state: OrderedInvoice, { at }: InitiateInvoice): InvoiceDecision {
  if (state.status === "requested") return accepted(initiated(state, at));
  return state.status === "failed" ? refused("payment-ended") : nothingNew();
}

/** Held money is taken only when everything speaks for it, in time; when something speaks against it, it goes back. */
function hold(state: OrderedInvoice, command: HoldInvoiceMoney): InvoiceDecision {
  if (state.status === "failed") return refused("payment-ended");
  if (!isOpenInvoice(state) || state.status === "capturing") return nothingNew();
  const { held, at } = command;
  const before = state.status === "requested" ? [initiated(state, at)] : [];
  const { amountSats, heldAt } = held;
  const seen: InvoiceEvent[] =
    state.status === "holding"
      ? []
      : [{ ...eventOf(state), type: "InvoiceHeld", amountSats, heldAt, seenAt: at }];
  const seenAt = state.status === "holding" ? state.seenAt : at;
  const next = state.releaseReason === null ? afterChecks(state, command, seenAt) : [];
  const [first, ...others] = [...before, ...seen, ...next];
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function afterChecks(
  state: OrderedInvoice,
  { held, verdict, terms, at }: HoldInvoiceMoney,
  seenAt: HoldInvoiceMoney["at"],
): readonly InvoiceEvent[] {
  const release = (reason: PaymentFailureReason): readonly InvoiceEvent[] => [
    { ...eventOf(state), type: "ReleaseRequested", reason, requestedAt: at },
  ];
  // Another amount than was ordered is nobody's sale.
  if (held.amountSats !== state.amountSats) return release("cancelled");
  // The price was promised until the end; a moment in the future is none.
  const heldAt = held.heldAt > at ? at : held.heldAt;
  if (msBetween(state.expiresAt, heldAt) > terms.graceMs) return release("expired");
  if (held.blocksLeft < terms.captureMarginBlocks) return release("expired");
  if (verdict === "no" || msBetween(seenAt, at) > terms.checksMsMax) {
    return release("payout-unavailable");
  }
  if (verdict === "unanswered") return [];
  return [{ ...eventOf(state), type: "CaptureRequested", requestedAt: at }];
}

function release(state: OrderedInvoice, { reason, at }: ReleaseInvoice): InvoiceDecision {
  if (state.status === "capturing") return refused("capture-under-way");
  if (!isOpenInvoice(state) || state.releaseReason !== null) return nothingNew();
  // For who has paid in time the time is not over: the checks have their own.
  if (state.status === "holding" && reason === "expired") return nothingNew();
  return accepted({ ...eventOf(state), type: "ReleaseRequested", reason, requestedAt: at });
}

/** From here on nothing is captured; whether a capture before it was, the node's word says. */
function letGo(state: OrderedInvoice, { at }: LetGoInvoiceMoney): InvoiceDecision {
  if (state.status !== "capturing" || state.releaseReason !== null) return nothingNew();
  return accepted({
    ...eventOf(state),
    type: "ReleaseRequested",
    reason: "expired",
    requestedAt: at,
  });
}

function recordCapture(state: OrderedInvoice, command: RecordCapture): InvoiceDecision {
  const { amountSats, at } = command;
  if (isOpenInvoice(state)) return captured(state, command);
  if (state.status !== "failed" || state.isPaidLate) return cameAfterAll(state, at);
  const isOfVerdict = state.verdict !== null && !state.verdict.isContradicted;
  if (isOfVerdict) return contradictedBy(state, { amountSats, at });
  return accepted(discrepancyOf(state, "late", command));
}

function close(state: OrderedInvoice, command: CloseInvoice): InvoiceDecision {
  const { at } = command;
  if (state.status === "failed") {
    return state.isPaidLate ? neverCameAfterAll(state, at) : nothingNew();
  }
  if (!isOpenInvoice(state)) {
    return contradictionOf(state, "never", at) ?? neverCameAfterAll(state, at);
  }
  const reason = state.releaseReason ?? command.reason;
  return accepted({ ...eventOf(state), type: "PaymentFailed", reason, failedAt: at });
}

function recordUnknown(state: OrderedInvoice, { since }: RecordUnknown): InvoiceDecision {
  if (!isOpenInvoice(state) || state.isUnknownRecorded) return nothingNew();
  return accepted({ ...eventOf(state), type: "PaymentOutcomeUnknown", since });
}

export const invoice = { initial: noInvoice, decide, evolve };
