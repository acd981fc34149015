import type { z } from "zod";
import { emptyColumn } from "../database/errors.ts";
import type { Database, Statement } from "../database/open-database.ts";
import type { InlineProjection } from "../projections/projection.ts";
import { writeShared } from "../projections/write-shared.ts";
import { refusingConstraint } from "../reactions/handled.ts";
import { inSpan } from "../tracing/in-span.ts";
import type { SpanEnd, SpanStart, Tracer } from "../tracing/tracer.ts";
import type { AppendResult } from "./append-result.ts";
import { assertAwaited } from "./deadline.ts";
import type { CommandContext, PublicFact, StoredEvent } from "./events.ts";
import { assertOpen, type ServiceGate } from "./gate.ts";
import { epochColumn, insertEvents } from "./insert-events.ts";
import { type LoadedStream, loadEvents } from "./load-events.ts";
import { createStreamCache, type StreamCache } from "./stream-cache.ts";
import { createStreamTurns } from "./stream-turns.ts";

export interface Append<Event> {
  readonly streamId: string;
  readonly loaded: LoadedStream<Event>;
  readonly events: readonly [Event, ...Event[]];
  readonly context: CommandContext;
  /** Committed in the same transaction, after the events. */
  readonly writes?: readonly Statement[];
}

export interface EventStore<Event> {
  readonly load: (streamId: string) => Promise<LoadedStream<Event>>;
  /** It may be out of date. */
  readonly recall: (streamId: string) => LoadedStream<Event> | undefined;
  readonly append: (append: Append<Event>) => Promise<AppendResult>;
  /** An append for the commit of another one; it is in nobody's memory, and nobody is told of its facts. */
  readonly statementsOf: (append: Append<Event>) => readonly Statement[];
}

export interface EventStoreOptions<Event> {
  readonly database: Database;
  readonly schema: z.ZodType<Event>;
  readonly publish: (event: Event) => PublicFact | undefined;
  readonly projections: readonly InlineProjection<Event>[];
  readonly gate: ServiceGate;
  readonly tracer?: Tracer | undefined;
  /** After a commit that holds a public fact. */
  readonly afterPublicCommit: () => void;
  /** Called after every commit with what it appended, public or not. */
  readonly afterCommit?: (streamId: string, events: readonly Event[]) => void;
  /**
   * What an append locks beside rows of its stream, for it may leave together with others, in the order of their keys: null is nothing.
   * `undefined` is for all others: they leave alone.
   */
  readonly lockKeyOf?: (append: Append<Event>) => string | null | undefined;
  /** What other aggregates append in the same commit; a conflict of theirs is one of the whole. */
  readonly beside?: (append: Append<Event>) => Promise<readonly Statement[]> | undefined;
}

/** `append` throws `GateClosedError` while the gate is closed. */
export function createEventStore<Event extends StoredEvent>(
  options: EventStoreOptions<Event>,
): EventStore<Event> {
  const cache = createStreamCache<Event>();
  const inTurn = createStreamTurns();
  return {
    load: (streamId) => loadEvents({ query: options.database.lookUp }, options.schema, streamId),
    recall: cache.recall,
    append: (append) =>
      inSpan(
        { tracer: options.tracer, context: append.context, start: () => startOf(append), endOf },
        (context) =>
          inTurn(append.streamId, append.loaded.version, () =>
            appendEvents(options, cache, { ...append, context }),
          ),
      ),
    statementsOf: (append) => statementsOf(options, append).statements,
  };
}

async function appendEvents<Event extends StoredEvent>(
  options: EventStoreOptions<Event>,
  cache: StreamCache<Event>,
  append: Append<Event>,
): Promise<AppendResult> {
  assertOpen(options.gate);
  const { events, loaded, streamId, context } = append;
  const { insert, statements: own, whole } = statementsOf(options, append);
  const beside = options.beside?.(append);
  const statements = beside === undefined ? own : [...own, ...(await beside)];
  const shared = options.projections.flatMap((one) => one.sharedRows(events));
  try {
    const { database, gate } = options;
    const mayGoOn = (): void => {
      assertOpen(gate);
      assertAwaited(context);
    };
    const lockKey = beside === undefined ? options.lockKeyOf?.(append) : undefined;
    if (shared.length > 0) await writeShared(database, { statements, shared, mayGoOn });
    else if (lockKey === undefined) await database.pipelined(statements, mayGoOn);
    else await database.grouped({ streamId, statements, lockKey, mayGoOn });
  } catch (error) {
    cache.evict(streamId);
    return refusalOf(error);
  }
  if (insert.hasPublic) options.afterPublicCommit();
  options.afterCommit?.(streamId, events);
  const version = loaded.version + events.length;
  const { lastEventId } = insert;
  if (lastEventId !== undefined) {
    cache.store(streamId, { events: whole, version, lastEventId });
  }
  return { kind: "appended", version };
}

function startOf<Event extends StoredEvent>({ streamId, events }: Append<Event>): SpanStart {
  const types = events.map(({ type }) => type).join(" ");
  return {
    name: `append ${types}`,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": "append",
      "sanu.aggregate_id": streamId,
      "sanu.events": types,
    },
  };
}

const endOf = ({ kind }: AppendResult): SpanEnd => ({ attributes: { "sanu.outcome": kind } });

function statementsOf<Event extends StoredEvent>(
  { publish, projections }: EventStoreOptions<Event>,
  { streamId, loaded, events, context, writes = [] }: Append<Event>,
) {
  const insert = insertEvents({ streamId, behind: loaded, events, publish, context });
  const whole: readonly Event[] = [...loaded.events, ...events];
  const rows = projections.flatMap((one) => one.ownRow(whole, loaded.events.length));
  return { insert, statements: [insert.statement, ...rows, ...writes], whole };
}

function refusalOf(error: unknown): AppendResult {
  if (emptyColumn(error) === epochColumn) return { kind: "conflict" };
  const constraint = refusingConstraint(error);
  if (constraint === undefined) throw error;
  if (constraint === "events_stream_version_key") return { kind: "conflict" };
  return { kind: "constraint", constraint };
}
