import {
  type AttemptOrder,
  type AttemptReport,
  outcomeOfStatus,
  type RetryTerms,
} from "@sanu/attempts";
import type { RefundFailureReason } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { RefundStatus } from "@sanu/rails";
import type { RefundCommand, RejectAttempt } from "./commands.ts";

interface AboutAttempt {
  readonly attempt: Pick<AttemptOrder, "attemptNumber">;
  readonly terms: RetryTerms;
  readonly at: Instant;
}

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
      return { kind: "settle", amountXof, settledAt };
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

export function rejected(
  reason: RefundFailureReason,
  { attempt, terms, at }: AboutAttempt,
): RejectAttempt {
  const { attemptNumber } = attempt;
  const { attemptsMax } = terms;
  return { kind: "reject-attempt", attemptNumber, reason, attemptsMax, at };
}
