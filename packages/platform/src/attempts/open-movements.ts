import type { Decider } from "@sanu/kernel";
import type { z } from "zod";
import { createEventStore, type EventStore } from "../event-store/event-store.ts";
import type { PublicFact, StoredEvent } from "../event-store/events.ts";
import {
  type AttemptExecutor,
  createExecutor,
  type ExecutorOptions,
  type RecordUnknown,
} from "./executor.ts";
import type { MoneyMovement } from "./money-movement.ts";

export interface MovementEngine
  extends Pick<
    ExecutorOptions<never, never, never, never>,
    "database" | "gate" | "clock" | "logger" | "metrics" | "tracer" | "timings"
  > {
  readonly wakeRelay: () => void;
  readonly onClockLeap: (look: () => void) => void;
}

export interface MovedAggregate<State, Command, Event, Code extends string> {
  readonly schema: z.ZodType<Event>;
  readonly publish: (event: Event) => PublicFact | undefined;
  readonly decider: Decider<State, NoInfer<Command> | RecordUnknown, Event, Code>;
  readonly movements: readonly MoneyMovement<State, Command, Event>[];
}

/** The log of an aggregate and the executor of its attempts. Nothing is carried out before the executor starts. */
export function openMovements<
  State extends { readonly status: string },
  Command,
  Event extends StoredEvent,
  Code extends string,
>(
  { wakeRelay, onClockLeap, ...engine }: MovementEngine,
  { schema, publish, decider, movements }: MovedAggregate<State, Command, Event, Code>,
): { readonly store: EventStore<Event>; readonly executor: AttemptExecutor<Command> } {
  const { database, gate, tracer } = engine;
  const log = { database, gate, tracer, projections: [], afterPublicCommit: wakeRelay };
  // Attempts, timers and private rows: each belongs to one stream.
  const store = createEventStore({ ...log, schema, publish, lockKeyOf: () => null });
  const executor = createExecutor({ ...engine, store, decider, movements });
  onClockLeap(executor.wake);
  return { store, executor };
}
