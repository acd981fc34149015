import { type Decider, fold, type Refusal, unreachable } from "@sanu/kernel";
import { isTransientClash } from "../database/errors.ts";
import type { Statement } from "../database/open-database.ts";
import { assertAwaited } from "./deadline.ts";
import type { EventStore } from "./event-store.ts";
import type { CommandContext, StoredEvent } from "./events.ts";
import { emptyStream, type LoadedStream } from "./load-events.ts";

const deciderLimits = {
  conflictAttemptsMax: 12,
  conflictPauseMaxMs: 100,
  /** Decisions on what another command of this process has just appended, before the stream is loaded. */
  recallsMax: 4,
} as const;

export class TooMuchContentionError extends Error {
  override readonly name = "TooMuchContentionError";
}

/** `constraint`: a write that came with it was refused; nothing is stored. */
export type DeciderResult<State, Event, Code extends string> =
  | {
      readonly kind: "accepted";
      readonly state: State;
      readonly events: readonly Event[];
      readonly version: number;
    }
  | { readonly kind: "nothing-new"; readonly state: State }
  | { readonly kind: "refused"; readonly state: State; readonly refusal: Refusal<Code> }
  | { readonly kind: "constraint"; readonly constraint: string };

export interface DeciderRun<State, Command, Event, Code extends string> {
  readonly store: EventStore<Event>;
  readonly decider: Decider<State, Command, Event, Code>;
  readonly streamId: string;
  readonly command: Command;
  readonly context: CommandContext;
  /** The stream is nearly always new; it is loaded only when that turns out otherwise. */
  readonly isNew?: boolean;
  /** Committed with the events; asked again after a conflict. */
  readonly writes?: (events: readonly Event[], state: State) => readonly Statement[];
}

/**
 * A conflict is tried again from the load, in a new transaction, `conflictAttemptsMax` times: `TooMuchContentionError`.
 * Work whose client no longer waits is dropped before the write: `DeadlinePassedError`.
 * What this process wrote last, or a stream that is taken for new, needs no load: were it otherwise by now, the append
 * is a conflict. A decision that appends nothing proves nothing, and is taken again on what is loaded.
 */
export async function runDecider<State, Command, Event extends StoredEvent, Code extends string>(
  run: DeciderRun<State, Command, Event, Code>,
): Promise<DeciderResult<State, Event, Code>> {
  const { store, streamId, isNew = false } = run;
  let recalled: LoadedStream<Event> | undefined = isNew ? emptyStream : store.recall(streamId);
  for (let recall = 1; recalled && recall <= deciderLimits.recallsMax; recall += 1) {
    const result = await runOn(run, recalled);
    if (isProven(result)) return result;
    recalled = newerThan(recalled, store.recall(streamId));
  }
  for (let attempt = 1; attempt <= deciderLimits.conflictAttemptsMax; attempt += 1) {
    const result = await runOn(run, await store.load(streamId));
    if (result !== "conflict") return result;
    await pause(attempt);
  }
  throw new TooMuchContentionError(`Stream ${streamId} changes too often`);
}

/** What another command of this process has appended meanwhile. */
function newerThan<Event>(
  { version }: LoadedStream<Event>,
  recalled: LoadedStream<Event> | undefined,
): LoadedStream<Event> | undefined {
  return recalled !== undefined && recalled.version > version ? recalled : undefined;
}

function isProven<State, Event, Code extends string>(
  result: DeciderResult<State, Event, Code> | "conflict",
): result is Extract<typeof result, { readonly kind: "accepted" | "constraint" }> {
  return result !== "conflict" && (result.kind === "accepted" || result.kind === "constraint");
}

async function runOn<State, Command, Event extends StoredEvent, Code extends string>(
  run: DeciderRun<State, Command, Event, Code>,
  loaded: LoadedStream<Event>,
): Promise<DeciderResult<State, Event, Code> | "conflict"> {
  const { store, decider, streamId, context } = run;
  const before = fold(decider, loaded.events);
  const decision = decider.decide(before, run.command);
  if (decision.kind === "nothing-new") return { kind: "nothing-new", state: before };
  if (decision.kind === "refused") return { ...decision, state: before };
  const { events } = decision;
  const state = fold(decider, events, before);
  const writes = run.writes?.(events, state) ?? [];
  assertAwaited(context);
  const appended = await appendOrClash(store, { streamId, loaded, events, context, writes });
  switch (appended.kind) {
    case "appended":
      return { kind: "accepted", state, events, version: appended.version };
    case "constraint":
      return appended;
    case "conflict":
      return "conflict";
    default:
      return unreachable(appended);
  }
}

async function appendOrClash<Event>(
  store: EventStore<Event>,
  append: Parameters<EventStore<Event>["append"]>[0],
): ReturnType<EventStore<Event>["append"]> {
  try {
    return await store.append(append);
  } catch (error) {
    if (isTransientClash(error)) return { kind: "conflict" };
    throw error;
  }
}

/** A random pause whose ceiling doubles with each attempt lets the other writers through. */
function pause(attempt: number): Promise<void> {
  const ceilingMs = Math.min(2 ** attempt, deciderLimits.conflictPauseMaxMs);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * ceilingMs));
}
