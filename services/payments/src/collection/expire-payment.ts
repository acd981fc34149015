import {
  type AttemptsWorker,
  type Database,
  endTimer,
  requestCancel,
  type TimerHandler,
} from "@sanu/platform";

/**
 * The time of a payment is over. Its collection is no longer wanted: what was never called is withdrawn, what
 * was called is cancelled where the provider can, and asked about until the answer is definite. Only that
 * answer ends the payment.
 */
export function expirePayment(deps: {
  readonly database: Database;
  readonly worker: Pick<AttemptsWorker, "wake">;
}): TimerHandler {
  return async ({ timerId, subjectId }) => {
    await deps.database.pipelined([requestCancel(subjectId, "collection"), endTimer(timerId)]);
    deps.worker.wake();
  };
}
