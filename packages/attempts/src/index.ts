export {
  type AttemptKind,
  type AttemptOrder,
  type AttemptSituation,
  type AttemptState,
  isFinal,
  movesMoneyOut,
  needsPreparation,
  untouched,
} from "./attempt.ts";
export { type AttemptChange, attemptAfter } from "./attempt-after.ts";
export { attemptKey, attemptOrder } from "./attempt-key.ts";
export { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
export {
  type AttemptOutcome,
  type AttemptReport,
  abandoned,
  type CallStep,
  delayed,
  notReady,
  outcomeOfStatus,
  reportOfCall,
  waiting,
  withheld,
} from "./attempt-report.ts";
export { type CallRecord, type Circuit, circuitLimits, circuitOf } from "./circuit.ts";
export { heldByEarlier, mayOneArrive, onceOthersAreOver } from "./earlier-attempts.ts";
export { lateStatusCheckInMs } from "./late-status-check.ts";
export { KEY_LOST, MAYBE_SENT, reportOfMaybeSent } from "./maybe-sent.ts";
export { type CallingStep, type NextStep, nextStep } from "./next-step.ts";
export { HOLD_REQUESTED, type RetryRule } from "./retry-rule.ts";
export {
  type AboutAttempt,
  type FollowUp,
  type RetryTerms,
  rejected,
  retryOf,
} from "./retry-terms.ts";
