import { type AboutAttempt, type AttemptReport, outcomeOfStatus, rejected } from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import type { Xof } from "@sanu/kernel";
import { type DisburseFailure, type DisburseStatus, unknownBecause } from "@sanu/rails";
import type { PayoutCommand, RejectAttempt } from "../commands.ts";
import { settled } from "../report.ts";

/**
 * The provider's reason in the words of the exchange. A closed channel and an empty float are ways that are
 * missing for the moment, so they may pass; a wallet that takes nothing refuses; a number without one is no
 * destination.
 */
const reasonOf: Readonly<Record<DisburseFailure, PayoutFailureReason>> = {
  "channel-closed": "no-route",
  "insufficient-float": "no-route",
  "receiver-not-found": "destination-unusable",
  "receiver-wallet-full": "refused-by-receiver",
  "refused-by-provider": "refused-by-receiver",
};

interface AboutDisbursement extends AboutAttempt {
  readonly amountXof: Xof;
}

export function reportOfStatus(
  reported: DisburseStatus,
  about: AboutDisbursement,
): AttemptReport<PayoutCommand> {
  const status = ofAmount(reported, about.amountXof);
  return {
    ...outcomeOfStatus(status),
    command: commandOfStatus(status, about),
    providerReference: "providerReference" in status ? status.providerReference : null,
  };
}

/**
 * Another amount that settled under our key is a contradiction: it proves nothing, and a person has to look. What comes
 * back may be less, because the provider's fee went from it.
 */
function ofAmount(status: DisburseStatus, amountXof: Xof): DisburseStatus {
  const isOther = status.kind === "settled" && status.amountXof !== amountXof;
  return isOther ? unknownBecause("unexpected-response") : status;
}

function commandOfStatus(
  status: DisburseStatus,
  about: AboutDisbursement,
): PayoutCommand | undefined {
  switch (status.kind) {
    case "settled":
      return settled(about, { currency: "XOF", amountXof: status.feeXof }, status.settledAt);
    case "reversed": {
      const { amountXof, providerReference, reversedAt } = status;
      const money = { currency: "XOF", amountXof } as const;
      const attempt = rejected("refused-by-receiver", about);
      return { kind: "reverse", attempt, money, providerReference, reversedAt };
    }
    case "failed":
      return rejectedDisbursement(status.reason, about);
    case "pending":
    case "not-found":
    case "unknown":
      return undefined;
  }
}

/** An empty float of ours is no fault of the number. */
export function rejectedDisbursement(reason: DisburseFailure, about: AboutAttempt): RejectAttempt {
  const command = rejected(reasonOf[reason], about);
  return reason === "insufficient-float" ? { ...command, isOurSide: true } : command;
}
