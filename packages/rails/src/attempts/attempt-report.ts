import type { CallOutcome } from "../ports/call-outcome.ts";
import type {
  CollectionInitiated,
  CollectionStatus,
  RefundStatus,
} from "../ports/collection-rail.ts";
import type { SendAccepted, SendStatus } from "../ports/send-rail.ts";

/** Which step brought the report. */
export type ReportingStep = "call" | "resend" | "ask" | "prepare";

/** A call's or a question's result, reduced to what the life of an attempt depends on. */
export interface AttemptReport {
  readonly step: ReportingStep;
  readonly kind: "accepted" | "settled" | "rejected" | "not-found" | "unknown";
  /** Reason or cause as a short code; null where there is nothing to explain. */
  readonly code: string | null;
}

type AnyStatus = CollectionStatus | RefundStatus | SendStatus;
type AnyCall = CallOutcome<
  CollectionInitiated | SendAccepted | { readonly refundReference: string },
  string
>;

/** The report of `initiate`, `refund` or `send`. */
export function reportOfCall(step: "call" | "resend", outcome: AnyCall): AttemptReport {
  switch (outcome.kind) {
    case "accepted": {
      const isSettled = "kind" in outcome.value && outcome.value.kind === "settled";
      return { step, kind: isSettled ? "settled" : "accepted", code: null };
    }
    case "rejected":
      return { step, kind: "rejected", code: outcome.reason };
    case "unknown":
      return { step, kind: "unknown", code: outcome.cause };
  }
}

/** The report of `status`, `refundStatus` or `cancel`. */
export function reportOfStatus(status: AnyStatus): AttemptReport {
  const step = "ask";
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

/** The report of a `prepare` that did not succeed; nothing can have been sent. */
export function reportOfPreparation(
  outcome: Exclude<CallOutcome<never, string>, { readonly kind: "accepted" }>,
): AttemptReport {
  if (outcome.kind === "rejected") {
    return { step: "prepare", kind: "rejected", code: outcome.reason };
  }
  return { step: "prepare", kind: "unknown", code: outcome.cause };
}
