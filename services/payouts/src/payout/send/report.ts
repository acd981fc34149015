import { type AboutAttempt, type AttemptReport, outcomeOfStatus, rejected } from "@sanu/attempts";
import type { PayoutFailureReason } from "@sanu/contracts";
import type { SendFailure, SendStatus } from "@sanu/rails";
import type { PayoutCommand, RejectAttempt } from "../commands.ts";
import { settled } from "../report.ts";

export function reportOfStatus(
  status: SendStatus,
  about: AboutAttempt,
): AttemptReport<PayoutCommand> {
  return {
    ...outcomeOfStatus(status),
    command: commandOfStatus(status, about),
    providerReference: status.kind === "settled" ? status.proof : null,
  };
}

function commandOfStatus(status: SendStatus, about: AboutAttempt): PayoutCommand | undefined {
  switch (status.kind) {
    case "settled":
      return settled(about, { currency: "SATS", amountSats: status.feeSats }, status.settledAt);
    case "failed":
      return rejectedSend(status.reason, about);
    case "in-flight":
    case "not-found":
    case "unknown":
      return undefined;
  }
}

/** An empty wallet of ours is a way that is missing for the moment. */
export function rejectedSend(
  reason: SendFailure | PayoutFailureReason,
  about: AboutAttempt,
): RejectAttempt {
  if (reason !== "insufficient-balance") return rejected(reason, about);
  return { ...rejected("no-route", about), isOurSide: true };
}
