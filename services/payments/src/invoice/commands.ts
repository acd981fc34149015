import type { PaymentFailureReason, Verdict as StaffVerdict } from "@sanu/contracts";
import type { CaseId, Instant, Sats } from "@sanu/kernel";
import type { InvoiceOrder } from "./state.ts";

export interface RequestInvoice {
  readonly kind: "request";
  readonly order: InvoiceOrder;
  readonly at: Instant;
}

/** The node has the invoice, and nobody has paid it yet. */
export interface InitiateInvoice {
  readonly kind: "initiate";
  readonly at: Instant;
}

/** What was said about whether the XOF can go out. */
export type Verdict = "yes" | "no" | "unanswered";

/** How long held money may wait, how close to its end it may be taken, and how long behind its order it may come. */
export interface HoldTerms {
  readonly checksMsMax: number;
  readonly captureMarginBlocks: number;
  readonly graceMs: number;
}

export interface HoldInvoiceMoney {
  readonly kind: "hold";
  readonly held: {
    readonly amountSats: Sats;
    readonly heldAt: Instant;
    readonly blocksLeft: number;
  };
  readonly verdict: Verdict;
  readonly terms: HoldTerms;
  readonly at: Instant;
}

export interface ReleaseInvoice {
  readonly kind: "release";
  readonly reason: Extract<PaymentFailureReason, "expired" | "cancelled">;
  readonly at: Instant;
}

/** Held sats that were wanted cannot be taken safely any more: their payer could take them back too soon. */
export interface LetGoInvoiceMoney {
  readonly kind: "let-go";
  readonly at: Instant;
}

/** The node's own record shows the money as ours. */
export interface RecordCapture {
  readonly kind: "record-capture";
  readonly amountSats: Sats;
  readonly capturedAt: Instant;
  readonly at: Instant;
}

/** Nobody can pay the invoice any more, and nothing is held: the node's definite word, or it was never made. */
export interface CloseInvoice {
  readonly kind: "close";
  /** Why, where nobody wanted it. */
  readonly reason: PaymentFailureReason;
  readonly at: Instant;
}

export interface RecordUnknown {
  readonly kind: "record-unknown";
  readonly since: Instant;
}

/** Two of the staff say what happened to the sats whose outcome nobody knows. */
export interface ConcludeInvoice {
  readonly kind: "conclude";
  readonly caseId: CaseId;
  readonly verdict: StaffVerdict;
  readonly at: Instant;
}

export type InvoiceCommand =
  | RequestInvoice
  | InitiateInvoice
  | HoldInvoiceMoney
  | ReleaseInvoice
  | LetGoInvoiceMoney
  | RecordCapture
  | CloseInvoice
  | RecordUnknown
  | ConcludeInvoice;
