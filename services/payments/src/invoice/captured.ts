import { accepted, type CaseId, type Decision, type Instant, type Sats } from "@sanu/kernel";
import type { InvoiceEvent } from "./events.ts";
import { eventOf, type OpenInvoice, type OrderedInvoice } from "./state.ts";

/** Sats that are ours, by the node's own record or by a verdict of the staff (`caseId`). */
interface Captured {
  readonly amountSats: Sats;
  readonly capturedAt: Instant;
  readonly at: Instant;
  readonly caseId?: CaseId;
}

/** The end of an open invoice: what was ordered is in, or another amount. That it came proves that the node had the invoice. */
export function captured(state: OpenInvoice, money: Captured): Decision<InvoiceEvent, never> {
  const { amountSats, capturedAt, at, caseId } = money;
  const { paymentHash } = state;
  const end: InvoiceEvent =
    amountSats === state.amountSats
      ? {
          ...eventOf(state),
          ...(caseId && { caseId }),
          type: "PaymentCompleted",
          amountSats,
          paymentHash,
          completedAt: capturedAt,
        }
      : discrepancyOf(state, "amount-mismatch", money);
  return state.status === "requested" ? accepted(initiated(state, at), end) : accepted(end);
}

/** A node names sats by their hash, whatever else the staff read. */
export function discrepancyOf(
  state: OrderedInvoice,
  discrepancy: "late" | "amount-mismatch",
  { amountSats: receivedSats, capturedAt, at: foundAt, caseId }: Captured,
): InvoiceEvent {
  const { paymentHash } = state;
  const money = { discrepancy, receivedSats, paymentHash, capturedAt, foundAt };
  return {
    ...eventOf(state),
    ...(caseId && { caseId }),
    type: "PaymentDiscrepancyFound",
    ...money,
  };
}

export function initiated(state: OrderedInvoice, initiatedAt: Instant): InvoiceEvent {
  return { ...eventOf(state), type: "PaymentInitiated", initiatedAt };
}
