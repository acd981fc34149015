import type { CallOutcome } from "../ports/call-outcome.ts";
import type { RefundAccepted, RefundFailure, RefundStatus } from "../ports/collection-rail.ts";
import type { DisburseAccepted, DisburseFailure, DisburseStatus } from "../ports/disburse-rail.ts";

/** What may pass for a payout may pass for money that goes back: then it is tried again. */
const failures: Readonly<Record<DisburseFailure, RefundFailure>> = {
  "insufficient-float": "wallet-refused",
  "channel-closed": "wallet-refused",
  "receiver-wallet-full": "wallet-refused",
  "receiver-not-found": "refused-by-provider",
  "refused-by-provider": "refused-by-provider",
};

/** Where a provider knows no refunds, one is a payout to its payer. */
export function refundOutcomeOf(
  outcome: CallOutcome<DisburseAccepted, DisburseFailure>,
): CallOutcome<RefundAccepted, RefundFailure> {
  if (outcome.kind === "rejected") return { ...outcome, reason: failures[outcome.reason] };
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
      return { kind: "failed", reason: failures[status.reason] };
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
