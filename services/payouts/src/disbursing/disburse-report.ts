import { outcomeOfCall, outcomeOfStatus } from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import type { Xof } from "@sanu/kernel";
import {
  type CallOutcome,
  type DisburseAccepted,
  type DisburseFailure,
  type DisburseStatus,
  unknownBecause,
} from "@sanu/rails";
import type { PayoutReport } from "../carrying/payout-report.ts";

/**
 * The provider's reason in the words of the exchange. A closed channel and an empty float are ways that are
 * missing for the moment, so they may pass; a wallet that takes nothing refuses; a number without one is no
 * destination.
 */
const reasons: Readonly<Record<DisburseFailure, PayoutFailureReason>> = {
  "channel-closed": "no-route",
  "insufficient-float": "no-route",
  "receiver-not-found": "destination-unusable",
  "receiver-wallet-full": "refused-by-receiver",
  "refused-by-provider": "refused-by-receiver",
};

/** The provider answered a question about an order of this amount. */
export function statusReport(answered: DisburseStatus, amountXof: Xof): PayoutReport {
  const status = ofAmount(answered, amountXof);
  return { attempt: outcomeOfStatus(status), ...proofOf(status), notCalled: false };
}

/** The provider answered the order. A "no" to one that was perhaps made before is not definite. */
export function callReport(
  step: "call" | "resend",
  outcome: CallOutcome<DisburseAccepted, DisburseFailure>,
  amountXof: Xof,
): PayoutReport {
  if (outcome.kind === "accepted") {
    const status = ofAmount(outcome.value, amountXof);
    const attempt = { ...outcomeOfStatus(status), step };
    return { attempt, ...proofOf(status), notCalled: false };
  }
  const report = {
    attempt: outcomeOfCall(step, outcome),
    providerReference: null,
    notCalled: false,
  };
  const isDefinite = outcome.kind === "rejected" && step === "call";
  return { ...report, proof: isDefinite ? rejected(outcome.reason) : undefined };
}

/** Another amount than ordered under our key is a contradiction: it proves nothing, and a person has to look. */
function ofAmount(status: DisburseStatus, amountXof: Xof): DisburseStatus {
  const isOther = status.kind === "settled" && status.amountXof !== amountXof;
  return isOther ? unknownBecause("unexpected-response") : status;
}

function rejected(reason: DisburseFailure) {
  return { kind: "rejected", reason: reasons[reason] } as const;
}

function proofOf(status: DisburseStatus): Pick<PayoutReport, "proof" | "providerReference"> {
  switch (status.kind) {
    case "settled": {
      const { feeXof, settledAt, providerReference } = status;
      const fee = { currency: "XOF", amountXof: feeXof } as const;
      return { proof: { kind: "settled", fee, settledAt }, providerReference };
    }
    case "failed":
      return { proof: rejected(status.reason), providerReference: status.providerReference };
    case "pending":
      return { proof: undefined, providerReference: status.providerReference };
    case "not-found":
    case "unknown":
      return { proof: undefined, providerReference: null };
  }
}
