import { type AboutAttempt, type AttemptReport, outcomeOfStatus, rejected } from "@sanu/attempts";
import type { RefundStatus } from "@sanu/rails";
import type { RefundCommand } from "./commands.ts";

export function reportOfStatus(
  status: RefundStatus,
  about: AboutAttempt,
): AttemptReport<RefundCommand> {
  return { ...outcomeOfStatus(status), command: commandOfStatus(status, about) };
}

function commandOfStatus(status: RefundStatus, about: AboutAttempt): RefundCommand | undefined {
  switch (status.kind) {
    case "settled": {
      const { amountXof, settledAt } = status;
      const { attemptNumber } = about.attempt;
      return { kind: "settle", attemptNumber, amountXof, settledAt };
    }
    case "reversed": {
      const { amountXof, reversedAt } = status;
      const attempt = rejected("refused-by-provider", about);
      return { kind: "reverse", attempt, amountXof, reversedAt };
    }
    case "failed":
      return rejected(status.reason, about);
    case "pending":
    case "not-found":
    case "unknown":
      return undefined;
  }
}
