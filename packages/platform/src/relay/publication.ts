import type { NextRun } from "../loop/next-run.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { Cursor, CursorSource } from "./cursor.ts";
import type { FactMessage } from "./fact-message.ts";
import { createInspection } from "./inspection.ts";
import { type RelayTimes, relayLimits } from "./limits.ts";
import { type LogPosition, readPosition } from "./log-position.ts";
import { type PublicRow, type PublicRows, readPublicRows } from "./log-reader.ts";
import { createLookPauses } from "./look-pauses.ts";
import { createPublicationSpans } from "./publication-spans.ts";
import {
  openPipeline,
  type PipelineFailure,
  type PipelineWire,
  type PublishPipeline,
} from "./publish-pipeline.ts";
import { findUnrelatedTransactions } from "./unrelated-transactions.ts";

/** `lost`: the stream or the log lost what it had. */
export type PublishEnd =
  | { readonly kind: "stopped" }
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly why: PipelineFailure };

export interface PublicationOptions {
  readonly source: CursorSource;
  readonly messageOf: (row: PublicRow) => FactMessage;
  readonly cursor: Cursor;
  readonly messaging: PipelineWire;
  readonly times: RelayTimes;
  readonly mayGoOn: () => boolean;
  readonly consumeInspectionRequest: () => boolean;
  /** Whether somebody has said, since it was asked last, that there is something to publish. */
  readonly consumeWakeUp: () => boolean;
  readonly onSent: (at: LogPosition) => void;
  readonly onPublished: (facts: number) => void;
  readonly onFailure: () => void;
  readonly tracer: Tracer | undefined;
}

export interface Publication {
  readonly cursor: Cursor;
  readonly step: () => Promise<NextRun | PublishEnd>;
  readonly close: () => void;
}

const batchMax = { rowsMax: relayLimits.batchRowsMax, bytesMax: relayLimits.batchBytesMax };
const heldBackMinMs: number = relayLimits.heldBackMs;

export function openPublication(options: PublicationOptions): Publication {
  const { messaging, source, cursor, onPublished, onFailure, times } = options;
  const spans = createPublicationSpans(options.tracer);
  const messageOf = (row: PublicRow) => options.messageOf(spans.begin(row));
  const pipeline = openPipeline({
    messaging,
    stream: source.stream,
    fence: cursor.fence,
    onAcknowledged(facts) {
      spans.acknowledge(facts);
      onPublished(facts);
    },
    onFailure,
  });
  let { at } = cursor;
  let readAhead: Promise<PublicRows> | undefined;
  let lastFactId = cursor.end.last?.eventId;
  const findLoss = createInspection(options, {
    acknowledgedSequence: pipeline.acknowledgedSequence,
    lastFactId: () => lastFactId,
  });
  let inspectAt = performance.now() + times.inspectMs;
  let heldBackMs = heldBackMinMs;
  const pauses = createLookPauses(times);
  let unrelated: readonly string[] = [];

  const step = async (): Promise<NextRun | PublishEnd> => {
    const end = endOf(options, pipeline);
    if (end !== undefined) return end;
    const isWoken = options.consumeWakeUp();
    const isAsked = options.consumeInspectionRequest();
    if (isAsked || performance.now() >= inspectAt) {
      if (await findLoss(isAsked)) return { kind: "lost" };
      inspectAt = performance.now() + pauses.streamEndMs();
    }
    const { rows, isHeldBack, isFull } = await (readAhead ?? readBatch(options, at, unrelated));
    const last = rows.at(-1);
    if (last !== undefined) {
      at = readPosition(last.place);
      lastFactId = last.eventId;
      pauses.found(isWoken);
    }
    // The log is read on while this batch is published.
    readAhead = isFull ? readBatch(options, at, unrelated) : undefined;
    const early = await publishBatch({ ...options, messageOf }, pipeline, rows);
    if (early !== undefined) return early;
    options.onSent(at);
    if (isFull) return "at-once";
    // What is committed after the read wakes us.
    if (last !== undefined) heldBackMs = heldBackMinMs;
    if (isHeldBack && heldBackMs >= relayLimits.unrelatedSearchMs) {
      const found = await findUnrelatedTransactions(source.database);
      const isMore = found.some((id) => !unrelated.includes(id));
      unrelated = found;
      if (isMore) return "at-once";
    }
    const dueInMs = isHeldBack
      ? heldBackMs
      : Math.min(pauses.logMs(), inspectAt - performance.now());
    heldBackMs = isHeldBack ? Math.min(heldBackMs * 2, times.pollMs) : heldBackMinMs;
    return { dueInMs };
  };
  const close = (): void => {
    pipeline.close();
    spans.close();
  };
  return { cursor, step, close };
}

/** A read that nobody awaits any more, because the run has ended, may fail. */
function readBatch(
  { source }: PublicationOptions,
  after: LogPosition,
  unrelated: readonly string[],
): Promise<PublicRows> {
  const reading = readPublicRows(source.database, after, batchMax, unrelated);
  reading.catch(() => undefined);
  return reading;
}

async function publishBatch(
  options: PublicationOptions,
  pipeline: PublishPipeline,
  rows: readonly PublicRow[],
): Promise<PublishEnd | undefined> {
  const ended = rows.length === 0 ? undefined : endOf(options, pipeline);
  if (ended !== undefined) return ended;
  const last = rows.at(-1);
  for (const row of rows) {
    const { length } = row.publicData;
    if (!pipeline.hasRoom(length)) {
      await pipeline.room(length);
      const end = endOf(options, pipeline);
      if (end !== undefined) return end;
    }
    pipeline.send(options.messageOf(row), row === last);
  }
  return undefined;
}

function endOf(options: PublicationOptions, pipeline: PublishPipeline): PublishEnd | undefined {
  const why = pipeline.failure();
  if (why !== undefined) return { kind: "failed", why };
  return options.mayGoOn() ? undefined : { kind: "stopped" };
}
