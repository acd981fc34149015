import { type AttemptOutcome, type AttemptReport, outcomeOfStatus } from "@sanu/attempts";
import type { PaymentFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { ReceiveStatus } from "@sanu/rails";
import type { CloseInvoice, HoldTerms, InvoiceCommand, Verdict } from "./commands.ts";

interface AboutStatus {
  readonly verdict: Verdict;
  readonly terms: HoldTerms;
  readonly at: Instant;
}

/** The node answered about an invoice of which nothing was taken yet. */
export function reportOfStatus(
  status: ReceiveStatus,
  about: AboutStatus,
): AttemptReport<InvoiceCommand> {
  const { at, verdict } = about;
  switch (status.kind) {
    case "open": {
      const command = { kind: "initiate", at } as const;
      return { ...outcomeOfStatus({ kind: "pending" }), command, paymentLink: status.invoice };
    }
    case "held": {
      const command = { kind: "hold", held: status, ...about } as const;
      // Held money waits for the checks, and they for us: they are requested at an even pace.
      const outcome = verdict === "unanswered" ? waiting : outcomeOfStatus({ kind: "pending" });
      return { ...outcome, command };
    }
    default:
      return reportOfEnd(status, at);
  }
}

const waiting: AttemptOutcome = {
  step: "check-status",
  kind: "not-ready",
  code: "checks-unanswered",
};

/** The node answered about an invoice whose money it was told to hand over. */
export function reportOfCapture(status: ReceiveStatus, at: Instant): AttemptReport<InvoiceCommand> {
  // Still not ours: the node never had the capture, which may be repeated.
  if (status.kind === "open" || status.kind === "held")
    return reportOfEnd({ kind: "not-found" }, at);
  return reportOfEnd(status, at);
}

function reportOfEnd(
  status: Exclude<ReceiveStatus, { readonly kind: "open" | "held" }>,
  at: Instant,
): AttemptReport<InvoiceCommand> {
  switch (status.kind) {
    case "captured": {
      const { amountSats, capturedAt } = status;
      const command = { kind: "record-capture", amountSats, capturedAt, at } as const;
      return { ...outcomeOfStatus({ kind: "settled" }), command };
    }
    case "cancelled":
      return {
        ...outcomeOfStatus({ kind: "failed", reason: "cancelled" }),
        command: closed("expired", at),
      };
    case "not-found":
    case "unknown":
      return outcomeOfStatus(status);
  }
}

export function closed(reason: PaymentFailureReason, at: Instant): CloseInvoice {
  return { kind: "close", reason, at };
}
