import type { Decider } from "@sanu/kernel";
import type { Database, Statement } from "../database/open-database.ts";
import type { EventStore } from "../event-store/event-store.ts";
import type { StoredEvent } from "../event-store/events.ts";
import { runDecider } from "../event-store/run-decider.ts";
import { type Attempt, contextOfAttempt } from "./attempt.ts";
import { AttemptLostError } from "./lost-attempt.ts";
import { attemptsFenceConstraint } from "./tables.ts";

/** A command on the aggregate that an attempt serves, and what its holder writes with it. */
export interface AttemptCommit<State, Command, Event, Code extends string> {
  readonly database: Pick<Database, "pipelined">;
  readonly store: EventStore<Event>;
  readonly decider: Decider<State, Command, Event, Code>;
  readonly attempt: Attempt;
  readonly command: Command;
  /** One of them carries the attempt's fence. */
  readonly writes: (events: readonly Event[], state: State) => readonly Statement[];
  /** What is written where the command is no news; by default `writes` without events. */
  readonly writesWithoutNews?: (state: State) => readonly Statement[];
  /** Told when the provider said what the aggregate cannot accept. */
  readonly onRefused: (code: Code) => void;
}

/**
 * Commits what a step of an attempt brought, all or nothing, and returns the events that were appended. Throws
 * `AttemptLostError` where somebody else holds the attempt by now: then nothing is written.
 */
export async function commitWithAttempt<
  State,
  Command,
  Event extends StoredEvent,
  Code extends string,
>(commit: AttemptCommit<State, Command, Event, Code>): Promise<readonly Event[]> {
  const { database, store, decider, attempt, command, writes } = commit;
  const result = await runDecider({
    store,
    decider,
    streamId: attempt.subjectId,
    command,
    context: contextOfAttempt(attempt),
    writes,
  });
  if (result.kind === "accepted") return result.events;
  if (result.kind === "constraint") {
    if (result.constraint === attemptsFenceConstraint) throw new AttemptLostError();
    throw new Error(`An append was refused by ${result.constraint}`);
  }
  if (result.kind === "refused") commit.onRefused(result.refusal.code);
  const { writesWithoutNews = (state: State) => writes([], state) } = commit;
  await database.pipelined(writesWithoutNews(result.state));
  return [];
}
