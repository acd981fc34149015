import type { AttemptOrder } from "./attempt.ts";
import { attemptOrder } from "./attempt-key.ts";

/** How often something is tried, and how long the second attempt waits; the pause doubles with every further one. */
export interface RetryTerms {
  readonly attemptsMax: number;
  readonly retryPauseMs: number;
}

/** What the end of an attempt leads to, in the same commit. */
export type FollowUp =
  /** Another attempt: after a pause, or (null) at once by the process that inserts it. */
  | {
      readonly kind: "attempt";
      readonly order: AttemptOrder;
      readonly beginInMs: number | null;
    }
  /** Its own cancellation: nobody wants it any more. */
  | { readonly kind: "cancel" };

const DOUBLINGS_MAX = 10;

/** The attempt behind a rejected one, which any process begins after the pause. */
export function retryOf(
  { kind, subjectId, attemptNumber }: AttemptOrder,
  { retryPauseMs }: Pick<RetryTerms, "retryPauseMs">,
): FollowUp {
  const order = attemptOrder(kind, subjectId, attemptNumber + 1);
  const beginInMs = retryPauseMs * 2 ** Math.min(attemptNumber - 1, DOUBLINGS_MAX);
  return { kind: "attempt", order, beginInMs };
}
