import { type AttemptExecutor, type Database, endTimer, type TimerHandler } from "@sanu/platform";
import { checkBehindPause } from "./database/hint-rows.ts";

export const hintLimits = {
  /** Between two status checks of one order that callbacks bring which anybody could have sent. */
  pauseMs: 10_000,
} as const;

interface HintTimerDeps {
  readonly database: Database;
  readonly executors: readonly Pick<AttemptExecutor<never>, "wake">[];
}

/** Hints came within the pause behind a status check: what they may have told is read now. */
export function checkHinted({ database, executors }: HintTimerDeps): TimerHandler {
  return async ({ timerId: attemptId, subjectId }) => {
    const hint = { attemptId, subjectId };
    const check = checkBehindPause(hint, hintLimits.pauseMs);
    await database.pipelined([check, endTimer(attemptId)]);
    for (const executor of executors) executor.wake();
  };
}
