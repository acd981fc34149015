import type { PayoutFailureReason } from "@sanu/contracts";
import type { Instant, Sats } from "@sanu/kernel";
import {
  type AttemptReport,
  type CallOutcome,
  reportOfCall,
  reportOfStatus,
  type SendAccepted,
  type SendFailure,
  type SendStatus,
} from "@sanu/rails";

/** What a step proved about the money: `settled`, `rejected`, or nothing yet. */
export type SendProof =
  | { readonly kind: "settled"; readonly feeSats: Sats; readonly settledAt: Instant }
  | { readonly kind: "rejected"; readonly reason: PayoutFailureReason }
  | undefined;

/** What a step brought: for the attempt, and for the payout. */
export interface SendReport {
  readonly attempt: AttemptReport;
  readonly proof: SendProof;
  /** Preimage or txid, kept beside the attempt. */
  readonly providerReference: string | null;
}

/** The rail answered a question. */
export function statusReport(status: SendStatus): SendReport {
  return { attempt: reportOfStatus(status), ...proofOf(status) };
}

/** The rail answered the send. A "no" to one that was perhaps made before is not definite. */
export function callReport(
  step: "call" | "resend",
  outcome: CallOutcome<SendAccepted, SendFailure>,
): SendReport {
  const attempt = reportOfCall(step, outcome);
  if (outcome.kind === "accepted") return { attempt, ...proofOf(outcome.value) };
  const isDefinite = outcome.kind === "rejected" && step === "call";
  const proof: SendProof = isDefinite ? { kind: "rejected", reason: outcome.reason } : undefined;
  return { attempt, proof, providerReference: null };
}

/** A preparation ended without anything to send; nothing can have been sent. */
export function preparationReport(
  outcome:
    | { readonly kind: "rejected"; readonly reason: PayoutFailureReason }
    | { readonly kind: "unknown"; readonly code: string },
): SendReport {
  if (outcome.kind === "rejected") return rejectedReport(outcome.reason);
  const attempt = { step: "prepare", kind: "unknown", code: outcome.code } as const;
  return { attempt, proof: undefined, providerReference: null };
}

/** Nothing was sent in this attempt, and nothing will be. */
export function rejectedReport(reason: PayoutFailureReason): SendReport {
  const attempt = { step: "prepare", kind: "rejected", code: reason } as const;
  return { attempt, proof: { kind: "rejected", reason }, providerReference: null };
}

function proofOf(status: SendStatus): Pick<SendReport, "proof" | "providerReference"> {
  switch (status.kind) {
    case "settled": {
      const { feeSats, settledAt, proof } = status;
      return { proof: { kind: "settled", feeSats, settledAt }, providerReference: proof };
    }
    case "failed":
      return { proof: { kind: "rejected", reason: status.reason }, providerReference: null };
    case "in-flight":
    case "not-found":
    case "unknown":
      return { proof: undefined, providerReference: null };
  }
}
