/** What a report is about; the response to a cancellation is a status like any other. */
export type ReportingStep = "prepare" | "call" | "resend" | "check-status";
export type CallStep = Extract<ReportingStep, "call" | "resend">;

/** A step's result, reduced to what the life of an attempt depends on. */
export interface AttemptOutcome {
  readonly step: ReportingStep;
  /** `not-ready`: nobody outside was spoken to, because something of our own is missing for the moment. */
  readonly kind: "accepted" | "settled" | "rejected" | "not-found" | "unknown" | "not-ready";
  /** Reason or cause as a short code; null where there is nothing to explain. */
  readonly code: string | null;
}

/** What a step brought: for the attempt, and for the payment, refund or payout behind it. */
export interface AttemptReport<Command> extends AttemptOutcome {
  /** What it means for the aggregate; absent where nothing definite is known. */
  readonly command?: Command | undefined;
  /** The provider's own name of the order, a preimage or a txid; kept beside the attempt. */
  readonly providerReference?: string | null;
  /** Where the payer pays, once that is known: a page or an invoice. */
  readonly paymentLink?: string | null;
  /** True where a call was due and nobody was called. */
  readonly notCalled?: boolean;
}

/** What a rail says about an order; every rail's own words are among these. */
export type RailStatus =
  | { readonly kind: "pending" | "in-flight" | "completed" | "settled" | "not-found" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "unknown"; readonly cause: string };

export type RailOutcome<Value, Reason extends string> =
  | { readonly kind: "accepted"; readonly value: Value }
  | { readonly kind: "rejected"; readonly reason: Reason }
  | { readonly kind: "unknown"; readonly cause: string };

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
    case "not-found":
      return { step, kind: "not-found", code: "not-found" };
    case "unknown":
      return { step, kind: "unknown", code: status.cause };
  }
}

/**
 * The report of a call. What was accepted is reported as the status that it is. A "no" to a call that was perhaps
 * made before is not definite: it means nothing for the aggregate.
 */
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
      const { reason } = outcome;
      const command = step === "call" ? meaning.rejected(reason) : undefined;
      return { step, kind: "rejected", code: reason, command };
    }
    case "unknown":
      return { step, kind: "unknown", code: outcome.cause };
  }
}

/** A step was due and nothing left this process; it is tried again. */
export function delayed(step: "prepare" | CallStep, code: string): AttemptReport<never> {
  return { ...heldBack(step), kind: "unknown", code };
}

/** A step was due, and what it needs of a neighbour cannot be had at the moment; it is tried again soon. */
export function notReady(step: "prepare" | CallStep, code: string): AttemptReport<never> {
  return { ...heldBack(step), kind: "not-ready", code };
}

/** A first call stays to be made; about what may have been called before, the status is checked. */
function heldBack(step: "prepare" | CallStep) {
  return {
    step: step === "resend" ? "check-status" : "prepare",
    notCalled: step !== "prepare",
  } as const;
}

/** Nobody was ever called, and nobody will be. */
export function abandoned<Command = never>(
  code: string,
  command?: Command,
): AttemptReport<Command> {
  return { step: "call", kind: "rejected", code, command };
}

/** A call that shall not be made any more: never, where nobody was called; what may have been called is checked. */
export function withheld<Command = never>(
  step: "prepare" | CallStep,
  code: string,
  command?: Command,
): AttemptReport<Command> {
  return step === "resend" ? delayed(step, code) : abandoned(code, command);
}
