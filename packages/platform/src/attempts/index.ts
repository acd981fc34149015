export { type Attempt, contextOfAttempt } from "./attempt.ts";
export {
  attemptConfig,
  attemptSettings,
  leaseOutlastsCall,
  leaseTooShort,
} from "./attempt-settings.ts";
export { type Conclusion, type ConclusionResult } from "./conclude.ts";
export {
  AttemptUnderWayError,
  concludeByFact,
} from "./conclude-by-fact.ts";
export {
  type AttemptExecutor,
  type AttemptTimings,
  type MovementOrder,
} from "./executor.ts";
export { executorLimits } from "./limits.ts";
export {
  isOrdered,
  type MoneyMovement,
  type MovementCall,
  type MovementStep,
  type Ordered,
  type Preparation,
  type Reported,
} from "./money-movement.ts";
export { type MovementEngine, openMovements } from "./open-movements.ts";
export { publicContradiction } from "./public-contradiction.ts";
export {
  attemptById,
  attemptByReference,
  findAttempt,
  findCalledBefore,
  findLiveAttempt,
} from "./read-attempts.ts";
export {
  attemptCreatedIndex,
  attemptMaybeSentColumn,
  attemptOutageColumns,
  attemptProviderColumns,
  attemptStepAlone,
  attemptStepStatements,
  attemptsFenceConstraint,
  attemptsLiveConstraint,
  attemptsNaturalKeyConstraint,
  attemptTables,
} from "./tables.ts";
export {
  claimTogether,
  leaveAlone,
  type WaitingAttempts,
} from "./together.ts";
export {
  concludeAttempt,
  endAttempt,
  insertAttempt,
  releaseAttempt,
  requestCancel,
  requestStatusCheck,
  storeTogether,
} from "./write-attempt.ts";
