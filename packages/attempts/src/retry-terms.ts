import type { AttemptOrder } from "./attempt.ts";
import { attemptOrder } from "./attempt-key.ts";

/** How often something is tried, and how long the second attempt waits; the pause doubles with every further one. */
export interface RetryTerms {
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

/** An attempt that follows on another one: after a pause, or at once by the process that inserts it. */
export interface FollowingAttempt {
  readonly order: AttemptOrder;
  readonly beginInMs: number | null;
}

const DOUBLINGS_MAX = 10;

/** Milliseconds that the attempt after a rejected one waits. */
export function retryPauseMs(
  terms: Pick<RetryTerms, "retryPauseMs">,
  rejectedNumber: number,
): number {
  return terms.retryPauseMs * 2 ** Math.min(rejectedNumber - 1, DOUBLINGS_MAX);
}

/** The attempt behind a rejected one, which any process begins after the pause. */
export function retryOf(rejected: AttemptOrder, terms: RetryTerms): FollowingAttempt {
  const { kind, subjectId, attemptNumber } = rejected;
  return {
    order: attemptOrder(kind, subjectId, attemptNumber + 1),
    beginInMs: retryPauseMs(terms, attemptNumber),
  };
}
