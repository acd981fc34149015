import type { AttemptOutcome } from "@sanu/attempts";
import type { Money, PayoutFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";

/** What a step proved about the money: `settled`, `rejected`, or nothing yet. */
export type PayoutProof =
  | { readonly kind: "settled"; readonly fee: Money; readonly settledAt: Instant }
  | { readonly kind: "rejected"; readonly reason: PayoutFailureReason }
  | undefined;

/** What a step brought: for the attempt, and for the payout. */
export interface PayoutReport {
  readonly attempt: AttemptOutcome;
  readonly proof: PayoutProof;
  /** Preimage, txid or the provider's own name of the order, kept beside the attempt. */
  readonly providerReference: string | null;
  /** True where a call was due and nobody was called. */
  readonly notCalled: boolean;
}

const nothingKnown = { proof: undefined, providerReference: null, notCalled: false } as const;

/** What the step needs of a neighbour cannot be had at the moment; it is tried again soon. */
export function notReadyReport(step: "prepare" | "call" | "resend", code: string): PayoutReport {
  return { ...delayedReport(step, code), attempt: { ...attemptOf(step, code), kind: "not-ready" } };
}

/** A step was due and nothing left this process; it is tried again. */
export function delayedReport(step: "prepare" | "call" | "resend", code: string): PayoutReport {
  return { ...nothingKnown, attempt: attemptOf(step, code), notCalled: step !== "prepare" };
}

/** Nothing was sent in this attempt, and nothing will be. */
export function abandonedReport(reason: PayoutFailureReason): PayoutReport {
  const attempt = { step: "prepare", kind: "rejected", code: reason } as const;
  return { ...nothingKnown, attempt, proof: { kind: "rejected", reason } };
}

/** A first call stays to be made; what may have been called before is asked about. */
function attemptOf(step: "prepare" | "call" | "resend", code: string): AttemptOutcome {
  return { step: step === "resend" ? "check-status" : "prepare", kind: "unknown", code };
}
