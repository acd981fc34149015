import { type AttemptOutcome, outcomeOfCall, outcomeOfStatus } from "@sanu/attempts";
import type { RefundFailureReason } from "@sanu/contracts";
import type { Instant, Xof } from "@sanu/kernel";
import {
  type CallOutcome,
  type RefundAccepted,
  type RefundFailure,
  type RefundStatus,
} from "@sanu/rails";

/** What a step proved about the money: `settled`, `rejected`, or nothing yet. */
export type RefundProof =
  | { readonly kind: "settled"; readonly amountXof: Xof; readonly settledAt: Instant }
  | { readonly kind: "rejected"; readonly reason: RefundFailureReason }
  | undefined;

/** What a step brought: for the attempt, and for the refund. */
export interface RefundReport {
  readonly attempt: AttemptOutcome;
  readonly proof: RefundProof;
  readonly providerReference: string | null;
  /** True where a call was due and nobody was called. */
  readonly notCalled: boolean;
}

type CallStep = "call" | "resend";
const nothingProven = { proof: undefined, providerReference: null, notCalled: false } as const;

/** The provider answered a question. */
export function statusReport(status: RefundStatus): RefundReport {
  const attempt = outcomeOfStatus(status);
  switch (status.kind) {
    case "settled":
      return { ...nothingProven, attempt, proof: status };
    case "failed": {
      const proof = { kind: "rejected", reason: status.reason } as const;
      return { ...nothingProven, attempt, proof };
    }
    case "pending":
    case "not-found":
    case "unknown":
      return { ...nothingProven, attempt };
  }
}

/** The provider answered the call. A "no" to one that was perhaps made before is not definite. */
export function callReport(
  step: CallStep,
  outcome: CallOutcome<RefundAccepted, RefundFailure>,
): RefundReport {
  const attempt = outcomeOfCall(step, outcome);
  switch (outcome.kind) {
    case "accepted":
      return {
        ...nothingProven,
        attempt,
        providerReference: outcome.value.refundReference,
        proof: outcome.value.settled ?? undefined,
      };
    case "rejected": {
      const proof = { kind: "rejected", reason: outcome.reason } as const;
      return { ...nothingProven, attempt, proof: step === "call" ? proof : undefined };
    }
    case "unknown":
      return { ...nothingProven, attempt };
  }
}

/** A call was due, and what it needs could not be had; nothing left this process, and it is tried again. */
export function delayedReport(step: CallStep, code: string): RefundReport {
  const reported = step === "call" ? "prepare" : "check-status";
  const attempt = { step: reported, kind: "unknown", code } as const;
  return { ...nothingProven, attempt, notCalled: true };
}
