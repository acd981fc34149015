export type ReportingStep = "call" | "resend" | "check-status" | "prepare";

/** A step's result, reduced to what the life of an attempt depends on. */
export interface AttemptOutcome {
  readonly step: ReportingStep;
  /** `not-ready`: nobody outside was spoken to, because something of our own is missing for the moment. */
  readonly kind: "accepted" | "settled" | "rejected" | "not-found" | "unknown" | "not-ready";
  /** Reason or cause as a short code; null where there is nothing to explain. */
  readonly code: string | null;
}

/** What a rail says about an order; every rail's own words are among these. */
export type RailStatus =
  | { readonly kind: "pending" | "in-flight" | "completed" | "settled" | "not-found" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "unknown"; readonly cause: string };

/** What a rail says to a call. */
export type RailOutcome =
  | { readonly kind: "accepted"; readonly value: object }
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "unknown"; readonly cause: string };

/** The outcome of `initiate`, `refund`, `send` or `disburse`. */
export function outcomeOfCall(step: "call" | "resend", outcome: RailOutcome): AttemptOutcome {
  switch (outcome.kind) {
    case "accepted": {
      const { value } = outcome;
      const isSettled =
        ("kind" in value && value.kind === "settled") ||
        ("settled" in value && value.settled !== null);
      return { step, kind: isSettled ? "settled" : "accepted", code: null };
    }
    case "rejected":
      return { step, kind: "rejected", code: outcome.reason };
    case "unknown":
      return { step, kind: "unknown", code: outcome.cause };
  }
}

/** The outcome of `status`, `refundStatus` or `cancel`. */
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
