import type { CallOutcome } from "../ports/call-outcome.ts";
import type {
  CollectionInitiated,
  CollectionStatus,
  RefundAccepted,
  RefundStatus,
} from "../ports/collection-rail.ts";
import type { DisburseAccepted, DisburseStatus } from "../ports/disburse-rail.ts";
import type { SendAccepted, SendStatus } from "../ports/send-rail.ts";

export type ReportingStep = "call" | "resend" | "ask" | "prepare";

/** A call's or a question's result, reduced to what the life of an attempt depends on. */
export interface AttemptReport {
  readonly step: ReportingStep;
  /** `not-ready`: nobody outside was spoken to, because something of our own is missing for the moment. */
  readonly kind: "accepted" | "settled" | "rejected" | "not-found" | "unknown" | "not-ready";
  /** Reason or cause as a short code; null where there is nothing to explain. */
  readonly code: string | null;
}

type AnyStatus = CollectionStatus | RefundStatus | SendStatus | DisburseStatus;
type AnyCall = CallOutcome<
  CollectionInitiated | SendAccepted | DisburseAccepted | RefundAccepted,
  string
>;

/** The report of `initiate`, `refund`, `send` or `disburse`. */
export function reportOfCall(step: "call" | "resend", outcome: AnyCall): AttemptReport {
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
