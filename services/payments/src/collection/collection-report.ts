import { type AttemptOutcome, outcomeOfCall, outcomeOfStatus } from "@sanu/attempts";
import type { Instant } from "@sanu/kernel";
import {
  type CallOutcome,
  type CollectionFailure,
  type CollectionInitiated,
  type CollectionStatus,
} from "@sanu/rails";
import type { PaymentCommand } from "../payment/commands.ts";
import { commandOfStatus } from "./command-of-status.ts";

/** What a step brought: for the attempt, for the payment, and what became known on the way. */
export interface CollectionReport {
  readonly attempt: AttemptOutcome;
  readonly command: PaymentCommand | undefined;
  readonly providerReference: string | null;
  readonly paymentUrl: string | null;
  /** True where a call was due and nobody was called. */
  readonly notCalled: boolean;
}

type CallStep = "call" | "resend";

const nothingKnown = { providerReference: null, paymentUrl: null, notCalled: false } as const;

/** The provider answered a question, or a wish to cancel. */
export function statusReport(
  status: CollectionStatus,
  about: { readonly isCancelRequested: boolean; readonly at: Instant },
): CollectionReport {
  return {
    ...nothingKnown,
    attempt: outcomeOfStatus(status),
    command: commandOfStatus(status, about),
    providerReference: "providerReference" in status ? status.providerReference : null,
    paymentUrl: status.kind === "pending" ? status.paymentUrl : null,
  };
}

/** The provider answered the call. A "no" to one that was perhaps made before is not definite. */
export function callReport(
  step: CallStep,
  outcome: CallOutcome<CollectionInitiated, CollectionFailure>,
  at: Instant,
): CollectionReport {
  const attempt = outcomeOfCall(step, outcome);
  switch (outcome.kind) {
    case "accepted":
      return { ...nothingKnown, ...outcome.value, attempt, command: { kind: "initiate", at } };
    case "rejected": {
      const { reason } = outcome;
      const command = step === "call" ? ({ kind: "fail", reason, at } as const) : undefined;
      return { ...nothingKnown, attempt, command };
    }
    case "unknown":
      return { ...nothingKnown, attempt, command: undefined };
  }
}

/** A call was due and could not be made; it is tried again. */
export function delayedReport(step: CallStep, code: string): CollectionReport {
  // A first call stays to be made; what may have been called before is asked about.
  const reported = step === "call" ? "prepare" : "check-status";
  const attempt = { step: reported, kind: "unknown", code } as const;
  return { ...nothingKnown, attempt, command: undefined, notCalled: true };
}

/** A call was due, and what it needs of a neighbour cannot be had at the moment; it is tried again soon. */
export function notReadyReport(step: CallStep, code: string): CollectionReport {
  const delayed = delayedReport(step, code);
  return { ...delayed, attempt: { ...delayed.attempt, kind: "not-ready" } };
}

/** Nobody was ever called, and nobody will be. */
export function abandonedReport(code: string, command?: PaymentCommand): CollectionReport {
  const attempt = { step: "call", kind: "rejected", code } as const;
  return { ...nothingKnown, attempt, command };
}
