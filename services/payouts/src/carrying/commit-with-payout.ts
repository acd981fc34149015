import { type Attempt, commitWithAttempt, type Statement } from "@sanu/platform";
import type { PayoutCommand } from "../payout/commands.ts";
import { payout } from "../payout/decide.ts";
import type { PayoutEvent } from "../payout/events.ts";
import type { PayoutDeps } from "./deps.ts";

/** Commits a command on the payout of an attempt together with writes of the attempt's holder. */
export async function commitWithPayout(
  { database, store, logger }: PayoutDeps,
  attempt: Attempt,
  command: PayoutCommand,
  writes: (events: readonly PayoutEvent[]) => readonly Statement[],
): Promise<void> {
  const onRefused = (code: string): void => {
    logger.error({ payoutId: attempt.subjectId, code }, "the rail contradicts what it said before");
  };
  await commitWithAttempt({
    database,
    store,
    decider: payout,
    attempt,
    command,
    writes,
    onRefused,
  });
}
