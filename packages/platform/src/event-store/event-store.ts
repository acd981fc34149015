import type { z } from "zod";
import { brokenConstraint } from "../database/errors.ts";
import type { Database, Statement } from "../database/open-database.ts";
import type { InlineProjection } from "../projections/projection.ts";
import { writeShared } from "../projections/write-shared.ts";
import type { CommandContext, PublicFact, StoredEvent } from "./events.ts";
import { assertOpen, type ServiceGate } from "./gate.ts";
import { insertEvents } from "./insert-events.ts";
import { type LoadedStream, loadEvents } from "./load-events.ts";

/** One append: what was loaded, what is decided, and everything else that commits with it. */
export interface Append<Event> {
  readonly streamId: string;
  readonly loaded: LoadedStream<Event>;
  readonly events: readonly [Event, ...Event[]];
  readonly context: CommandContext;
  /** Idempotency row, `handled` row, new attempts, timers, guards … in the same transaction, after the events. */
  readonly writes?: readonly Statement[];
}

/**
 * `conflict`: somebody else appended to the stream first. `constraint`: another write of the append was
 * refused by this constraint. In both cases nothing is stored.
 */
export type AppendResult =
  | { readonly kind: "appended"; readonly version: number }
  | { readonly kind: "conflict" }
  | { readonly kind: "constraint"; readonly constraint: string };

/** The log of one kind of aggregate in one service. */
export interface EventStore<Event> {
  readonly load: (streamId: string) => Promise<LoadedStream<Event>>;
  readonly append: (append: Append<Event>) => Promise<AppendResult>;
}

export interface EventStoreOptions<Event> {
  readonly database: Database;
  /** Reads every version ever stored of every event of the aggregate. */
  readonly schema: z.ZodType<Event>;
  readonly publish: (event: Event) => PublicFact | undefined;
  readonly projections: readonly InlineProjection<Event>[];
  readonly gate: ServiceGate;
  /** Called after a commit that holds a public fact: wakes the relay. */
  readonly afterPublicCommit: () => void;
}

/** Opens the log of an aggregate. Throws `GateClosedError` from `append` while the gate is closed. */
export function createEventStore<Event extends StoredEvent>(
  options: EventStoreOptions<Event>,
): EventStore<Event> {
  return {
    load: (streamId) => loadEvents(options.database, options.schema, streamId),
    append: (append) => appendEvents(options, append),
  };
}

async function appendEvents<Event extends StoredEvent>(
  options: EventStoreOptions<Event>,
  append: Append<Event>,
): Promise<AppendResult> {
  assertOpen(options.gate);
  const { events, loaded, streamId, context } = append;
  const { publish } = options;
  const expectedVersion = loaded.version;
  const insert = insertEvents({ streamId, expectedVersion, events, publish, context });
  const rows = options.projections.flatMap((one) => one.ownRow(loaded.events, events));
  const statements = [insert.statement, ...rows, ...(append.writes ?? [])];
  const shared = options.projections.flatMap((one) => one.sharedRows(events));
  try {
    if (shared.length === 0) await options.database.pipelined(statements);
    else await writeShared(options.database, statements, shared);
  } catch (error) {
    return refusalOf(error);
  }
  if (insert.hasPublic) options.afterPublicCommit();
  return { kind: "appended", version: expectedVersion + events.length };
}

function refusalOf(error: unknown): AppendResult {
  const constraint = brokenConstraint(error);
  if (constraint === undefined) throw error;
  if (constraint === "events_stream_version_key") return { kind: "conflict" };
  return { kind: "constraint", constraint };
}
