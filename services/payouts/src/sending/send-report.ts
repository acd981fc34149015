import { outcomeOfCall, outcomeOfStatus } from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import {
  type CallOutcome,
  type SendAccepted,
  type SendFailure,
  type SendStatus,
} from "@sanu/rails";
import { abandonedReport, delayedReport, type PayoutReport } from "../carrying/payout-report.ts";

/** The rail answered a question. */
export function statusReport(status: SendStatus): PayoutReport {
  return { attempt: outcomeOfStatus(status), ...proofOf(status), notCalled: false };
}

/** The rail answered the send. A "no" to one that was perhaps made before is not definite. */
export function callReport(
  step: "call" | "resend",
  outcome: CallOutcome<SendAccepted, SendFailure>,
): PayoutReport {
  const report = { attempt: outcomeOfCall(step, outcome), notCalled: false };
  if (outcome.kind === "accepted") return { ...report, ...proofOf(outcome.value) };
  const isDefinite = outcome.kind === "rejected" && step === "call";
  const proof = isDefinite ? ({ kind: "rejected", reason: outcome.reason } as const) : undefined;
  return { ...report, proof, providerReference: null };
}

/** A preparation ended without anything to send; nothing can have been sent. */
export function preparationReport(
  outcome:
    | { readonly kind: "rejected"; readonly reason: PayoutFailureReason }
    | { readonly kind: "unknown"; readonly code: string },
): PayoutReport {
  return outcome.kind === "rejected"
    ? abandonedReport(outcome.reason)
    : delayedReport("prepare", outcome.code);
}

function proofOf(status: SendStatus): Pick<PayoutReport, "proof" | "providerReference"> {
  switch (status.kind) {
    case "settled": {
      const { feeSats, settledAt, proof } = status;
      const fee = { currency: "SATS", amountSats: feeSats } as const;
      return { proof: { kind: "settled", fee, settledAt }, providerReference: proof };
    }
    case "failed":
      return { proof: { kind: "rejected", reason: status.reason }, providerReference: null };
    case "in-flight":
    case "not-found":
    case "unknown":
      return { proof: undefined, providerReference: null };
  }
}
