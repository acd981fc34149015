import type { AttemptOutcome } from "@sanu/attempts";
import type { Instant } from "@sanu/kernel";
import type {
  CallOutcome,
  CapturedInvoice,
  CaptureFailure,
  InvoiceFailure,
  ReceiveStatus,
} from "@sanu/rails";
import type { HoldTerms, InvoiceCommand, Verdict } from "../invoice/commands.ts";

/** What a step brought: for the attempt, for the invoice, and its text where it became known. */
export interface ReceivingReport {
  readonly attempt: AttemptOutcome;
  readonly command: InvoiceCommand | undefined;
  readonly invoiceText: string | null;
  /** True where a call was due and nobody was called. */
  readonly notCalled: boolean;
}

type CallStep = "call" | "resend";
const nothingKnown = { command: undefined, invoiceText: null, notCalled: false } as const;

/** The node answered the wish for an invoice. A "no" to one that was perhaps made before is not definite. */
export function createReport(
  step: CallStep,
  outcome: CallOutcome<{ readonly invoice: string }, InvoiceFailure>,
  at: Instant,
): ReceivingReport {
  switch (outcome.kind) {
    case "accepted": {
      const attempt = { step, kind: "accepted", code: null } as const;
      const invoiceText = outcome.value.invoice;
      return { ...nothingKnown, attempt, invoiceText, command: { kind: "initiate", at } };
    }
    case "rejected": {
      const attempt = { step, kind: "rejected", code: outcome.reason } as const;
      const command = { kind: "close", reason: outcome.reason, at } as const;
      return { ...nothingKnown, attempt, command: step === "call" ? command : undefined };
    }
    case "unknown":
      return { ...nothingKnown, attempt: { step, kind: "unknown", code: outcome.cause } };
  }
}

/** The node answered a question about an invoice of which nothing was taken yet. */
export function invoiceReport(
  status: ReceiveStatus,
  about: { readonly verdict: Verdict; readonly terms: HoldTerms; readonly at: Instant },
): ReceivingReport {
  const { at } = about;
  const step = "check-status";
  switch (status.kind) {
    case "open": {
      const attempt = { step, kind: "accepted", code: null } as const;
      const command = { kind: "initiate", at } as const;
      return { ...nothingKnown, attempt, command, invoiceText: status.invoice };
    }
    case "held": {
      // Held money waits for the checks, and they for us: they are asked at an even pace.
      const isWaiting = about.verdict === "unanswered";
      const kind = isWaiting ? "not-ready" : "accepted";
      const code = isWaiting ? "checks-unanswered" : null;
      const command = { kind: "hold", held: status, ...about } as const;
      return { ...nothingKnown, attempt: { step, kind, code }, command };
    }
    default:
      return endReport(status, at);
  }
}

/** The node answered a question about an invoice whose money it was told to hand over. */
export function captureStatusReport(status: ReceiveStatus, at: Instant): ReceivingReport {
  // Still not ours: the node never had the wish, which may be repeated.
  if (status.kind === "open" || status.kind === "held") {
    return endReport({ kind: "not-found" }, at);
  }
  return endReport(status, at);
}

function endReport(
  status: Exclude<ReceiveStatus, { readonly kind: "open" | "held" }>,
  at: Instant,
): ReceivingReport {
  const step = "check-status";
  switch (status.kind) {
    case "captured": {
      const attempt = { step, kind: "settled", code: null } as const;
      return { ...nothingKnown, attempt, command: recordCapture(status, at) };
    }
    case "cancelled": {
      const attempt = { step, kind: "rejected", code: "cancelled" } as const;
      return { ...nothingKnown, attempt, command: { kind: "close", reason: "expired", at } };
    }
    case "not-found":
      return { ...nothingKnown, attempt: { step, kind: "not-found", code: "not-found" } };
    case "unknown":
      return { ...nothingKnown, attempt: { step, kind: "unknown", code: status.cause } };
  }
}

/** The node answered the capture. Only "it went back" is definite, and only to a first call. */
export function captureReport(
  step: CallStep,
  outcome: CallOutcome<CapturedInvoice, CaptureFailure>,
  at: Instant,
): ReceivingReport {
  switch (outcome.kind) {
    case "accepted": {
      const attempt = { step, kind: "settled", code: null } as const;
      return { ...nothingKnown, attempt, command: recordCapture(outcome.value, at) };
    }
    case "rejected": {
      const attempt = { step, kind: "rejected", code: outcome.reason } as const;
      const command = { kind: "close", reason: "expired", at } as const;
      return { ...nothingKnown, attempt, command: step === "call" ? command : undefined };
    }
    case "unknown":
      return { ...nothingKnown, attempt: { step, kind: "unknown", code: outcome.cause } };
  }
}

/** A call was due and could not be made; it is tried again. */
export function delayedReport(step: CallStep, code: string): ReceivingReport {
  const reported = step === "call" ? "prepare" : "check-status";
  const attempt = { step: reported, kind: "unknown", code } as const;
  return { ...nothingKnown, attempt, notCalled: true };
}

/** The node was never called, and will not be. */
export function abandonedReport(code: string, command?: InvoiceCommand): ReceivingReport {
  return { ...nothingKnown, attempt: { step: "call", kind: "rejected", code }, command };
}

function recordCapture({ amountSats, capturedAt }: CapturedInvoice, at: Instant): InvoiceCommand {
  return { kind: "record-capture", amountSats, capturedAt, at };
}
