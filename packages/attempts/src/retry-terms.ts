import type { Instant } from "@sanu/kernel";
import type { AttemptOrder } from "./attempt.ts";
import { attemptOrder } from "./attempt-key.ts";

/** The pause doubles with every further attempt. */
export interface RetryTerms {
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

export type FollowUp =
  /** After a pause, or (null) at once by the process that inserts it. */
  | {
      readonly kind: "attempt";
      readonly order: AttemptOrder;
      readonly beginInMs: number | null;
      /** Another one than that of the attempt before, which it then has definitely refused. */
      readonly provider?: string;
    }
  | { readonly kind: "cancel" };

const DOUBLINGS_MAX = 10;

/** The next attempt at the same, behind a pause that doubles up to 1 024 times the first one. Whether one is left is for the aggregate to say. */
export function retryOf(
  { kind, subjectId, attemptNumber }: AttemptOrder,
  { retryPauseMs }: Pick<RetryTerms, "retryPauseMs">,
): FollowUp {
  const order = attemptOrder(kind, subjectId, attemptNumber + 1);
  const beginInMs = retryPauseMs * 2 ** Math.min(attemptNumber - 1, DOUBLINGS_MAX);
  return { kind: "attempt", order, beginInMs };
}

export interface AboutAttempt {
  readonly attempt: Pick<AttemptOrder, "attemptNumber">;
  readonly terms: RetryTerms;
  readonly at: Instant;
}

/** The rail said definitely that nothing was sent, or nobody was ever called. */
export function rejected<Reason extends string>(
  reason: Reason,
  { attempt, terms, at }: AboutAttempt,
) {
  const { attemptNumber } = attempt;
  const { attemptsMax } = terms;
  return { kind: "reject-attempt", attemptNumber, reason, attemptsMax, at } as const;
}
