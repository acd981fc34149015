import type { Messaging } from "../messaging/connect-nats.ts";
import { type Cursor, type CursorSource, hasLost } from "./cursor.ts";
import { type FactSource, messageOf } from "./fact-message.ts";
import { relayLimits } from "./limits.ts";
import type { LogPosition } from "./log-position.ts";
import { findPosition, readPublicRows } from "./log-reader.ts";
import { openPipeline, type PipelineFailure, type PublishPipeline } from "./publish-pipeline.ts";
import { readStreamEnd } from "./stream-end.ts";
import type { Waker } from "./waker.ts";

/** Why publishing from a cursor ended; `lost`: the stream or the log lost what it had. */
export type PublishEnd =
  | { readonly kind: "told-to" }
  | { readonly kind: "lost" }
  | { readonly kind: "failed"; readonly why: PipelineFailure };

export interface PublishRun {
  readonly source: CursorSource;
  readonly fact: FactSource;
  readonly cursor: Cursor;
  readonly messaging: Pick<Messaging, "connection" | "inboxPrefix">;
  readonly waker: Waker;
  /** False ends the run: stopped, not the leader any more, or not connected. */
  readonly mayGoOn: () => boolean;
  /** True when the stream shall be looked at before its time, after a reconnect. */
  readonly takeInspectNow: () => boolean;
  readonly onSent: (at: LogPosition) => void;
  readonly onPublished: (facts: number) => void;
}

/** Publishes what follows a cursor, for as long as it may and the stream agrees. */
export async function publishFrom(run: PublishRun): Promise<PublishEnd> {
  const pipeline = openPipeline(run.messaging, run.cursor.fence, run.onPublished);
  try {
    return await publishUntilEnd(run, pipeline);
  } finally {
    pipeline.close();
  }
}

const batchMax = { rowsMax: relayLimits.batchRowsMax, bytesMax: relayLimits.batchBytesMax };
const heldBackMinMs: number = relayLimits.heldBackMs;

async function publishUntilEnd(run: PublishRun, pipeline: PublishPipeline): Promise<PublishEnd> {
  let { at } = run.cursor;
  let inspectAt = performance.now() + relayLimits.inspectMs;
  let heldBackMs = heldBackMinMs;
  for (;;) {
    const why = pipeline.failure();
    if (why !== undefined) return { kind: "failed", why };
    if (!run.mayGoOn()) return { kind: "told-to" };
    if (run.takeInspectNow() || performance.now() >= inspectAt) {
      if (await hasChanged(run, pipeline)) return { kind: "lost" };
      inspectAt = performance.now() + relayLimits.inspectMs;
    }
    const { rows, isHeldBack } = await readPublicRows(run.source.database, at, batchMax);
    const last = rows.at(-1);
    if (last === undefined) {
      await pipeline.drained();
      if (pipeline.failure() !== undefined) continue;
      await run.waker.wait(isHeldBack ? heldBackMs : relayLimits.pollMs);
      heldBackMs = isHeldBack ? Math.min(heldBackMs * 2, relayLimits.pollMs) : heldBackMinMs;
      continue;
    }
    heldBackMs = heldBackMinMs;
    const messages = rows.map((row) => messageOf(row, run.fact));
    await pipeline.room(messages);
    if (!run.mayGoOn()) continue;
    for (const message of messages) pipeline.send(message);
    at = last;
    run.onSent(at);
  }
}

/** The stream lost messages, or the log was put back under us and does not know the stream's end any more. */
async function hasChanged(run: PublishRun, pipeline: PublishPipeline): Promise<boolean> {
  const acknowledged = pipeline.acknowledgedSequence();
  const { manager, stream, subjects, database } = run.source;
  const end = await readStreamEnd(manager, stream, subjects);
  if (end === undefined || hasLost(run.cursor, end, acknowledged)) return true;
  return end.last !== undefined && (await findPosition(database, end.last.eventId)) === undefined;
}
