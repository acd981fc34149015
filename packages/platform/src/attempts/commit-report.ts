import {
  type AttemptLimits,
  type AttemptOutcome,
  type AttemptReport,
  attemptAfter,
  type FollowUp,
  movesMoneyOut,
  reportOfMaybeSent,
} from "@sanu/attempts";
import type { Clock, Decider } from "@sanu/kernel";
import type { Database, Statement } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { StoredEvent } from "../event-store/events.ts";
import { runDecider } from "../event-store/run-decider.ts";
import type { Logger } from "../logger/create-logger.ts";
import { type Attempt, contextOfAttempt } from "./attempt.ts";
import {
  type Consequence,
  consequenceOf,
  type FollowingWorker,
  nothingFollows,
} from "./consequence.ts";
import { AttemptLostError } from "./lost-attempt.ts";
import { isOrdered, type MoneyMovement } from "./money-movement.ts";
import { attemptsFenceConstraint } from "./tables.ts";
import { markReviewed, updateAttempt } from "./write-attempt.ts";

interface CommitDeps<State, Command, Event, Code extends string> {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly store: EventStore<Event>;
  readonly decider: Decider<State, Command, Event, Code>;
  readonly limits: AttemptLimits;
}

/** All or nothing. Throws `AttemptLostError` where somebody else holds the attempt by now: then nothing is written. */
export async function commitReport<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  deps: CommitDeps<State, Command, Event, Code> & {
    readonly movement: MoneyMovement<State, Command, Event>;
    readonly worker: FollowingWorker;
  },
  attempt: Attempt,
  reported: AttemptReport<Command>,
): Promise<void> {
  const { database, movement, limits } = deps;
  const report = reportOfMaybeSent(attempt, reported);
  const { command, providerReference = null, notCalled = false } = report;
  const change = attemptAfter(attempt, report, limits);
  const update = { ...change, providerReference, notCalled };
  logWaiting(deps.logger, attempt, report);
  if (command === undefined) {
    await database.query(updateAttempt(attempt, update));
    return;
  }
  let next: Consequence = nothingFollows;
  await commitCommand(deps, attempt, command, (events, state) => {
    const followUp = movement.followUp?.(attempt, events);
    next = consequenceOf(deps, attempt, followUp);
    // The rejected attempt makes room before the next one is there.
    const own = updateAttempt(attempt, isReplaced(attempt, followUp) ? settled(attempt) : update);
    const beside = isOrdered(state) ? movement.writes?.({ report, events, state }) : undefined;
    return [own, ...(beside ?? []), ...next.writes];
  });
  next.begin();
}

/** Once for each thing that is missing, however often it is tried; of a resend each time that it is held back. */
function logWaiting(
  logger: Logger,
  { kind, subjectId, lastError }: Attempt,
  report: AttemptOutcome & Pick<AttemptReport<unknown>, "notCalled">,
): void {
  const { step, kind: outcome, code, againInMs, notCalled = false } = report;
  if (againInMs !== undefined) return;
  if ((step !== "prepare" && !notCalled) || code === lastError) return;
  if (outcome !== "not-ready" && outcome !== "unknown") return;
  logger.warn({ attempt: kind, subjectId, code }, "an attempt cannot be called yet");
}

/** Commits with the mark that a person was asked to look: so it is said once. */
export async function commitReview<State, Command, Event extends StoredEvent, Code extends string>(
  deps: CommitDeps<State, Command, Event, Code>,
  attempt: Attempt,
  command: Command,
): Promise<void> {
  const mark = markReviewed(attempt, deps.limits.statusCheckInReviewMs);
  await commitCommand(deps, attempt, command, () => [mark]);
  const { kind, subjectId, lastError } = attempt;
  deps.logger.error({ attempt: kind, subjectId, lastError }, "a person has to look at an attempt");
}

/** Where the command is no news, the writes are committed without events. */
async function commitCommand<State, Command, Event extends StoredEvent, Code extends string>(
  { database, logger, store, decider }: CommitDeps<State, Command, Event, Code>,
  attempt: Attempt,
  command: Command,
  writes: (events: readonly Event[], state: State) => readonly Statement[],
): Promise<void> {
  const { kind, subjectId } = attempt;
  const context = contextOfAttempt(attempt);
  const result = await runDecider({
    store,
    decider,
    streamId: subjectId,
    command,
    context,
    writes,
  });
  if (result.kind === "accepted") return;
  if (result.kind === "constraint") {
    if (result.constraint === attemptsFenceConstraint) throw new AttemptLostError();
    throw new Error(`An append was refused by ${result.constraint}`);
  }
  if (result.kind === "refused") {
    // Money that is out cannot be taken back; money that comes in late is found again.
    const level = movesMoneyOut(kind) ? "error" : "warn";
    const { code } = result.refusal;
    logger[level](
      { attempt: kind, subjectId, code },
      "the provider contradicts what it said before",
    );
  }
  await database.pipelined(writes([], result.state));
}

/** Whether the attempt has done its work: what is checked from here on is another kind of attempt. */
function isReplaced({ kind }: Attempt, followUp: FollowUp | undefined): boolean {
  return followUp?.kind === "attempt" && followUp.order.kind !== kind;
}

function settled({ statusChecks }: Attempt) {
  return { state: "settled", nextInMs: null, statusChecks, lastError: null } as const;
}
