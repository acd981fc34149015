export {
  type Attempt,
  type AttemptKind,
  type AttemptOrder,
  type AttemptState,
  type AttemptStep,
  type CallingStep,
  contextOfAttempt,
} from "./attempt.ts";
export {
  type AttemptsWorker,
  type AttemptsWorkerOptions,
  createAttemptsWorker,
  type Preparation,
} from "./attempts-worker.ts";
export { type AttemptsTimes, attemptsLimits } from "./limits.ts";
export { findAttempt, findAttemptByReference } from "./read-attempts.ts";
export {
  attemptsFenceConstraint,
  attemptsLiveConstraint,
  attemptsNaturalKeyConstraint,
  createAttemptTables,
} from "./tables.ts";
export {
  type AttemptUpdate,
  concludeAttempt,
  insertAttempt,
  type NewAttempt,
  updateAttempt,
  wantAsk,
  wantCancel,
} from "./write-attempt.ts";
