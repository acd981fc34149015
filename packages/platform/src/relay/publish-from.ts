import { type Cursor, type CursorSource, hasLost } from "./cursor.ts";
import type { FactMessage } from "./fact-message.ts";
import { type RelayTimes, relayLimits } from "./limits.ts";
import type { LogPosition } from "./log-position.ts";
import {
  findPosition,
  type PublicRow,
  type PublicRows,
  positionOfRow,
  readPublicRows,
} from "./log-reader.ts";
import {
  openPipeline,
  type PipelineFailure,
  type PipelineWire,
  type PublishPipeline,
} from "./publish-pipeline.ts";
import { readStreamEnd } from "./stream-end.ts";
import type { Waker } from "./waker.ts";

/** Why publishing from a cursor ended; `lost`: the stream or the log lost what it had. */
export type PublishEnd =
  | { readonly kind: "told-to" }
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly why: PipelineFailure };

export interface PublishRun {
  readonly source: CursorSource;
  readonly messageOf: (row: PublicRow) => FactMessage;
  readonly cursor: Cursor;
  readonly messaging: PipelineWire;
  readonly waker: Waker;
  readonly times: RelayTimes;
  /** False ends the run: stopped, not the leader any more, or not connected. */
  readonly mayGoOn: () => boolean;
  /** True when the stream shall be looked at before its time, after a reconnect. */
  readonly takeInspectNow: () => boolean;
  readonly onSent: (at: LogPosition) => void;
  readonly onPublished: (facts: number) => void;
}

/** Publishes what follows a cursor, for as long as it may and the stream agrees. */
export async function publishFrom(run: PublishRun): Promise<PublishEnd> {
  const { messaging, source, cursor, onPublished, waker } = run;
  const pipeline = openPipeline({
    messaging,
    stream: source.stream,
    fence: cursor.fence,
    onAcknowledged: onPublished,
    onFailure: waker.wake,
  });
  try {
    return await publishUntilEnd(run, pipeline);
  } finally {
    pipeline.close();
  }
}

const batchMax = { rowsMax: relayLimits.batchRowsMax, bytesMax: relayLimits.batchBytesMax };
const heldBackMinMs: number = relayLimits.heldBackMs;

async function publishUntilEnd(run: PublishRun, pipeline: PublishPipeline): Promise<PublishEnd> {
  const { pollMs, inspectMs } = run.times;
  let { at } = run.cursor;
  let next = readBatch(run, at);
  let inspectAt = performance.now() + inspectMs;
  let heldBackMs = heldBackMinMs;
  for (;;) {
    const end = endOf(run, pipeline);
    if (end !== undefined) return end;
    if (run.takeInspectNow() || performance.now() >= inspectAt) {
      if (await hasChanged(run, pipeline)) return { kind: "lost" };
      inspectAt = performance.now() + inspectMs;
    }
    const { rows, isHeldBack, isFull } = await next;
    const last = rows.at(-1);
    if (last !== undefined) at = positionOfRow(last);
    // The log is read on while this batch is published.
    if (isFull) next = readBatch(run, at);
    const early = await publishBatch(run, pipeline, rows);
    if (early !== undefined) return early;
    run.onSent(at);
    if (isFull) continue;
    if (last !== undefined) heldBackMs = heldBackMinMs;
    // What is committed after the read wakes us.
    await run.waker.wait(isHeldBack ? heldBackMs : pollMs);
    heldBackMs = isHeldBack ? Math.min(heldBackMs * 2, pollMs) : heldBackMinMs;
    next = readBatch(run, at);
  }
}

/** A read that nobody awaits any more, because the run has ended, may fail. */
function readBatch({ source }: PublishRun, after: LogPosition): Promise<PublicRows> {
  const reading = readPublicRows(source.database, after, batchMax);
  reading.catch(() => undefined);
  return reading;
}

/** Sends a batch as fast as the stream acknowledges; answers why it did not send all of it. */
async function publishBatch(
  run: PublishRun,
  pipeline: PublishPipeline,
  rows: readonly PublicRow[],
): Promise<PublishEnd | undefined> {
  const ended = rows.length === 0 ? undefined : endOf(run, pipeline);
  if (ended !== undefined) return ended;
  for (const row of rows) {
    const { length } = row.publicData;
    if (!pipeline.hasRoom(length)) {
      await pipeline.room(length);
      const end = endOf(run, pipeline);
      if (end !== undefined) return end;
    }
    pipeline.send(run.messageOf(row));
  }
  return undefined;
}

function endOf(run: PublishRun, pipeline: PublishPipeline): PublishEnd | undefined {
  const why = pipeline.failure();
  if (why !== undefined) return { kind: "failed", why };
  return run.mayGoOn() ? undefined : { kind: "told-to" };
}

/** The stream lost messages, or the log was put back under us and does not know the stream's end any more. */
async function hasChanged(run: PublishRun, pipeline: PublishPipeline): Promise<boolean> {
  const acknowledged = pipeline.acknowledgedSequence();
  const { reader, stream, subjects, database } = run.source;
  const end = await readStreamEnd(reader, stream, subjects);
  if (end === undefined || hasLost(run.cursor, end, acknowledged)) return true;
  return end.last !== undefined && (await findPosition(database, end.last.eventId)) === undefined;
}
