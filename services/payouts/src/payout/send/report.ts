import { type AboutAttempt, type AttemptReport, outcomeOfStatus, rejected } from "@sanu/attempts";
import type { SendStatus } from "@sanu/rails";
import type { PayoutCommand } from "../commands.ts";
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
      return rejected(status.reason, about);
    case "in-flight":
    case "not-found":
    case "unknown":
      return undefined;
  }
}
