import { type AttemptLimits, type AttemptReport, isFinal } from "@sanu/attempts";
import type { Clock, Decider } from "@sanu/kernel";
import type { Database, Statement } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { CommandContext, StoredEvent } from "../event-store/events.ts";
import { runDecider } from "../event-store/run-decider.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { ReactionResult } from "../reactions/reaction.ts";
import type { Attempt } from "./attempt.ts";
import {
  type Consequence,
  consequenceOf,
  type FollowingWorker,
  nothingFollows,
} from "./consequence.ts";
import { isOrdered, type MoneyMovement } from "./money-movement.ts";
import { findLiveAttempt } from "./read-attempts.ts";
import { attemptsFenceConstraint } from "./tables.ts";
import { concludeAttempt } from "./write-attempt.ts";

/** What a person decided about the attempt of a movement whose outcome nobody knows. */
export interface Conclusion<Command> {
  readonly subjectId: string;
  /** `settled`: it arrived. `rejected`: it did not and never will, so that another attempt may be opened. */
  readonly state: "settled" | "rejected";
  readonly providerReference?: string | null;
  /** Without a person's verdict: an attempt that was never called is taken back where this says so, in review or not; any other is left. */
  readonly takesBack?: (attempt: Attempt) => boolean | Promise<boolean>;
  /** For the aggregate; it may depend on which attempt it is. */
  readonly commandOf: (attempt: Attempt) => Command;
  readonly context: CommandContext;
  readonly writes: readonly Statement[];
}

export type ConclusionResult =
  | ReactionResult
  /** A call or status check is on its way, or others may be called with it: nothing was done, and it may be said again. */
  | { readonly kind: "under-way" }
  /** The attempt that was decided about has ended, and another one is under way: that one is not concluded. */
  | { readonly kind: "stale" }
  /** No attempt that is meant is there, or all are rejected: nobody's money is on its way. */
  | { readonly kind: "no-attempt" };

interface ConcludeDeps<State, Command, Event, Code extends string> {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: EventStore<Event>;
  readonly decider: Decider<State, Command, Event, Code>;
  readonly worker: FollowingWorker;
  /** Also of an attempt whose provider is not served here: nobody is called. */
  readonly kinds: (attempt: Attempt) => {
    readonly movement: MoneyMovement<State, Command, Event>;
    readonly limits: AttemptLimits;
  };
}

/**
 * Commits the verdict's command with the end of the attempt, all or nothing. An attempt that ended meanwhile stays as it
 * is: then the aggregate says whether the verdict is news, or contradicts what it knows.
 */
export async function conclude<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  deps: ConcludeDeps<State, Command, Event, Code>,
  conclusion: Conclusion<Command>,
): Promise<ConclusionResult> {
  const { database, store, decider } = deps;
  const { subjectId, context } = conclusion;
  const found = await findLiveAttempt(database, subjectId);
  if (found === undefined) return { kind: "no-attempt" };
  const { attempt } = found;
  const { takesBack } = conclusion;
  if (takesBack !== undefined) {
    // It may be called in this moment by a process that knows nothing of this.
    if (found.isHeld && !isFinal(attempt)) return { kind: "under-way" };
    if (attempt.calledAt !== null || !(await takesBack(attempt))) return { kind: "no-attempt" };
  } else if (isAnother(attempt)) {
    const { kind } = attempt;
    deps.logger.error({ attempt: kind, subjectId }, "a verdict is about an attempt that has ended");
    return { kind: "stale" };
  }
  if (found.isHeld && !isFinal(attempt)) return { kind: "under-way" };
  const { movement, limits } = deps.kinds(attempt);
  const command = conclusion.commandOf(attempt);
  const { state, providerReference = null } = conclusion;
  const { naturalKey } = attempt;
  const together = naturalKey === null ? undefined : movement.togetherBy?.(naturalKey);
  const end = { state, providerReference, nextInMs: limits.statusCheckInReviewMs, together };
  const own = isFinal(attempt) ? [] : [concludeAttempt(attempt, end)];
  const report: AttemptReport<Command> = { step: "check-status", kind: state, code: "concluded" };
  let next: Consequence = nothingFollows;
  const result = await runDecider({
    store,
    decider,
    streamId: subjectId,
    command,
    context,
    writes(events, after) {
      next = consequenceOf(deps, attempt, movement.followUp?.(attempt, events));
      const beside = isOrdered(after) ? movement.writes?.({ report, events, state: after }) : [];
      return [...conclusion.writes, ...own, ...(beside ?? []), ...next.writes];
    },
  });
  if (result.kind === "constraint" && result.constraint === attemptsFenceConstraint) {
    return { kind: "under-way" };
  }
  if (result.kind === "accepted") next.begin();
  return result;
}

/** A verdict is about what a person was asked to look at: whatever else is open came behind it. */
function isAnother(attempt: Attempt): boolean {
  return !isFinal(attempt) && attempt.reviewedAt === null;
}
