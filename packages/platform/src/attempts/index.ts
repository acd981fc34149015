export { type Attempt, contextOfAttempt, isJustInserted } from "./attempt.ts";
export {
  attemptConfig,
  attemptSettings,
  leaseOutlastsCall,
  leaseTooShort,
} from "./attempt-settings.ts";
export {
  type AttemptsWorker,
  type AttemptsWorkerOptions,
  createAttemptsWorker,
  type Preparation,
} from "./attempts-worker.ts";
export { commitWithAttempt } from "./commit-with-attempt.ts";
export { type ExecutorTimings, executorLimits } from "./limits.ts";
export { findAttempt, findAttemptByReference } from "./read-attempts.ts";
export {
  attemptsLiveConstraint,
  attemptsNaturalKeyConstraint,
  attemptTables,
} from "./tables.ts";
export {
  type AttemptUpdate,
  concludeAttempt,
  insertAttempt,
  type NewAttempt,
  requestCancel,
  requestStatusCheck,
  updateAttempt,
} from "./write-attempt.ts";
