import type { CallOutcome } from "../ports/call-outcome.ts";
import type { RefundAccepted, RefundFailure, RefundStatus } from "../ports/collection-rail.ts";
import type { DisburseAccepted, DisburseFailure, DisburseStatus } from "../ports/disburse-rail.ts";

/** Where a provider knows no refunds, one is a payout to its payer. */
export function refundOutcomeOf(
  outcome: CallOutcome<DisburseAccepted, DisburseFailure>,
): CallOutcome<RefundAccepted, RefundFailure> {
  if (outcome.kind === "rejected") return { ...outcome, reason: "refused-by-provider" };
  if (outcome.kind === "unknown") return outcome;
  const { value } = outcome;
  const settled = value.kind === "settled" ? settledRefund(value) : null;
  return { kind: "accepted", value: { refundReference: value.providerReference, settled } };
}

export function refundStatusOf(status: DisburseStatus): RefundStatus {
  switch (status.kind) {
    case "settled":
      return settledRefund(status);
    case "reversed":
      return { kind: "reversed", amountXof: status.amountXof, reversedAt: status.reversedAt };
    case "failed":
      return { kind: "failed", reason: "refused-by-provider" };
    case "pending":
      return { kind: "pending" };
    case "not-found":
    case "unknown":
      return status;
  }
}

function settledRefund({
  amountXof,
  settledAt,
}: Extract<DisburseStatus, { readonly kind: "settled" }>) {
  return { kind: "settled", amountXof, settledAt } as const;
}
