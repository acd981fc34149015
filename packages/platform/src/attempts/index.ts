export type { Attempt, AttemptKind, AttemptState } from "./attempt.ts";
export { type AttemptsWorker, createAttemptsWorker } from "./attempts-worker.ts";
export type { AttemptStep, AttemptsWorkerOptions, AttemptTask } from "./carry-on.ts";
export { findAttempt, findAttemptByReference, findLastAttempt } from "./find-attempts.ts";
export { type AttemptsWorkerLimits, attemptsWorkerLimits } from "./limits.ts";
export {
  type AttemptChanges,
  abandonUncalled,
  changeAttempt,
  concludeAttempt,
  type NewAttempt,
  openAttempt,
  openLeasedAttempt,
  wantAsk,
} from "./statements.ts";
export { ATTEMPT_FENCE_CONSTRAINT, ATTEMPT_UNCALLED_CONSTRAINT, attemptTables } from "./tables.ts";
