/** The response to a cancellation is a status like any other. */
export type ReportingStep = "prepare" | "call" | "resend" | "check-status";
export type CallStep = Extract<ReportingStep, "call" | "resend">;

export interface AttemptOutcome {
  readonly step: ReportingStep;
  /** `not-ready`: nobody outside was spoken to, because something of our own is missing for the moment. */
  readonly kind: "accepted" | "settled" | "rejected" | "not-found" | "unknown" | "not-ready";
  readonly code: string | null;
  /** Of what waits on purpose: when it is to be looked at again. */
  readonly againInMs?: number;
}

export interface AttemptReport<Command> extends AttemptOutcome {
  readonly command?: Command | undefined;
  /** The provider's own name of the order, a preimage or a txid. */
  readonly providerReference?: string | null;
  readonly paymentLink?: string | null;
  readonly notCalled?: boolean;
}

export type RailStatus =
  | {
      readonly kind: "pending" | "in-flight" | "completed" | "settled" | "reversed" | "not-found";
    }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "unknown"; readonly cause: string };

export type RailOutcome<Value, Reason extends string> =
  | { readonly kind: "accepted"; readonly value: Value }
  | {
      readonly kind: "rejected";
      readonly reason: Reason;
      /** Where it had taken the order: then it says a status. */
      readonly takenAs?: string;
    }
  | {
      readonly kind: "unknown";
      readonly cause: string;
      /** The provider's own name of the order, where it had said one before. */
      readonly providerReference?: string;
    };

/** What a status says of the attempt it was read for, whatever the rail. Never throws. */
export function outcomeOfStatus(status: RailStatus): AttemptOutcome {
  const step = "check-status";
  switch (status.kind) {
    case "pending":
    case "in-flight":
      return { step, kind: "accepted", code: null };
    case "completed":
    case "settled":
      return { step, kind: "settled", code: null };
    case "failed":
      return { step, kind: "rejected", code: status.reason };
    // Nobody has it any more. What had ended stays as it ended: the reversal is a matter of the aggregate.
    case "reversed":
      return { step, kind: "rejected", code: "reversed" };
    case "not-found":
      return { step, kind: "not-found", code: "not-found" };
    case "unknown":
      return { step, kind: "unknown", code: status.cause };
  }
}

/** What the answer to a call says of its attempt. A "no" to a resent call is not definite and carries no command, unless it names the order (`takenAs`). */
export function reportOfCall<Value, Reason extends string, Command>(
  step: CallStep,
  outcome: RailOutcome<Value, Reason>,
  meaning: {
    readonly accepted: (value: Value) => AttemptReport<Command>;
    readonly rejected: (reason: Reason) => Command;
  },
): AttemptReport<Command> {
  switch (outcome.kind) {
    case "accepted":
      return { ...meaning.accepted(outcome.value), step };
    case "rejected": {
      const { reason, takenAs: providerReference } = outcome;
      if (providerReference !== undefined) {
        const status = outcomeOfStatus({ kind: "failed", reason });
        return { ...status, command: meaning.rejected(reason), providerReference };
      }
      const command = step === "call" ? meaning.rejected(reason) : undefined;
      return { step, kind: "rejected", code: reason, command };
    }
    case "unknown": {
      const { cause: code, providerReference = null } = outcome;
      return { step, kind: "unknown", code, providerReference };
    }
  }
}

/** A step was due and nothing left this process; it is tried again. */
export function delayed(step: "prepare" | CallStep, code: string): AttemptReport<never> {
  return { ...heldBack(step), kind: "unknown", code };
}

/** The same where something of our own is missing for the moment: the provider is not in question. */
export function notReady(step: "prepare" | CallStep, code: string): AttemptReport<never> {
  return { ...heldBack(step), kind: "not-ready", code };
}

/** Nothing is missing: it waits, and says until when. */
export function waiting(code: string, againInMs: number): AttemptReport<never> {
  return { ...notReady("prepare", code), againInMs };
}

function heldBack(step: "prepare" | CallStep) {
  return {
    step: step === "resend" ? "check-status" : "prepare",
    notCalled: step !== "prepare",
  } as const;
}

/** Rejected, and nobody was ever called: whatever comes next cannot be a second payment. */
export function abandoned<Command = never>(
  code: string,
  command?: Command,
): AttemptReport<Command> {
  return { step: "call", kind: "rejected", code, command };
}

/** Rejected where nobody was called, which is written down: nobody is ever asked about it. The status of what may have been called is checked. */
export function withheld<Command = never>(
  step: "prepare" | CallStep,
  code: string,
  command?: Command,
): AttemptReport<Command> {
  if (step === "resend") return delayed(step, code);
  return { ...abandoned(code, command), notCalled: step === "call" };
}
