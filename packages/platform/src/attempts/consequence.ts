import type { FollowUp } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Statement } from "../database/open-database.ts";
import { type Attempt, contextOfAttempt } from "./attempt.ts";
import type { AttemptsWorker } from "./attempts-worker.ts";
import { insertAttempt, requestCancel } from "./write-attempt.ts";

export type FollowingWorker = Pick<AttemptsWorker, "owner" | "leaseMs" | "runNow" | "wake">;

export interface Consequence {
  readonly writes: readonly Statement[];
  readonly begin: () => void;
}

export const nothingFollows: Consequence = { writes: [], begin: () => undefined };

interface ConsequenceDeps {
  readonly worker: FollowingWorker;
  readonly clock: Clock;
}

/** What an attempt leads to, at its own provider if at no other, and what this process begins of it behind the commit. */
export function consequenceOf(
  { worker, clock }: ConsequenceDeps,
  attempt: Attempt,
  followUp: FollowUp | undefined,
): Consequence {
  if (followUp === undefined) return nothingFollows;
  if (followUp.kind === "cancel") {
    const writes = [requestCancel(attempt.subjectId, attempt.kind)];
    return { writes, begin: () => worker.wake() };
  }
  const { order, beginInMs } = followUp;
  const provider = followUp.provider ?? attempt.provider;
  const next = { order, provider, context: contextOfAttempt(attempt), clock };
  if (beginInMs !== null) {
    const { statement } = insertAttempt({ ...next, leasedBy: null, beginInMs });
    return { writes: [statement], begin: () => undefined };
  }
  const { owner: leasedBy, leaseMs } = worker;
  const held = insertAttempt({ ...next, leasedBy, leaseMs });
  return { writes: [held.statement], begin: () => worker.runNow(held.attempt) };
}
