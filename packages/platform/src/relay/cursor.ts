import type { Database } from "../database/open-database.ts";
import { type LogPosition, logStart } from "./log-position.ts";
import { findPosition, type LogIdentity } from "./log-reader.ts";
import {
  findFactBefore,
  readDeleted,
  readStreamEnd,
  type StoredFact,
  type StreamEnd,
  type StreamGlance,
  type StreamReader,
} from "./stream-end.ts";

export interface Cursor {
  readonly at: LogPosition;
  readonly fence: number;
  /** What was missing from the stream when the cursor was found; more than that later is a new loss. */
  readonly end: StreamEnd;
  readonly deleted: ReadonlySet<number>;
}

/** `unknown-fact`: the stream's end is not in this log; publishing or acting on it could pay twice. */
export type CursorResult =
  | { readonly kind: "found"; readonly cursor: Cursor }
  | { readonly kind: "no-stream" }
  | { readonly kind: "unknown-fact"; readonly reason: string };

export interface CursorSource {
  readonly database: Pick<Database, "query">;
  readonly reader: StreamReader;
  readonly stream: string;
  readonly subjects: string;
  readonly identity: LogIdentity;
}

export async function findCursor(source: CursorSource): Promise<CursorResult> {
  const end = await readStreamEnd(source.reader, source.stream, source.subjects);
  if (end === undefined) return { kind: "no-stream" };
  return cursorAt(source, end, end.last);
}

/**
 * Goes back before the first of the messages that were taken out: it and all that follow are published again.
 * Facts that survived behind it come twice; whoever handled them knows their ids.
 */
export async function findCursorBeforeLoss(
  source: CursorSource,
  before: Cursor,
): Promise<CursorResult> {
  const end = await readStreamEnd(source.reader, source.stream, source.subjects);
  if (end === undefined) return { kind: "no-stream" };
  const firstLost = await firstLostSequence(source, before, end);
  if (firstLost === undefined || end.last === undefined || firstLost > end.last.sequence) {
    return cursorAt(source, end, end.last);
  }
  const behind = await findFactBefore(source.reader, source.stream, firstLost);
  return cursorAt(source, end, behind);
}

export function hasLost(before: Cursor, end: StreamEnd, acknowledgedSequence: number): boolean {
  return end.lost !== before.end.lost || end.lastSequence < acknowledgedSequence;
}

/** It is the stream that it was, holds all that it held, and ends with what it took last. */
export function isAsLeft(
  before: Cursor,
  glance: StreamGlance,
  acknowledgedSequence: number,
): boolean {
  const { createdAt, lost } = before.end;
  return (
    glance.createdAt === createdAt &&
    glance.lost === lost &&
    glance.lastSequence === acknowledgedSequence
  );
}

async function firstLostSequence(
  source: CursorSource,
  before: Cursor,
  end: StreamEnd,
): Promise<number | undefined> {
  if (end.lastSequence < before.fence) return undefined;
  if (end.firstSequence > before.end.firstSequence) return before.end.firstSequence;
  const deleted = await readDeleted(source.reader, source.stream);
  const fresh = [...deleted].filter((sequence) => !before.deleted.has(sequence));
  return fresh.length === 0 ? undefined : Math.min(...fresh);
}

/** A message that no relay has put there says nothing of this database: whoever reads it shall not put the database back. */
function strangerReason({ stream, identity }: CursorSource, fact: StoredFact): string {
  const { sequence, type, logId } = fact;
  return logId === ""
    ? `message ${sequence} at the end of stream ${stream} is no fact: somebody has put it there who is not the service`
    : `stream ${stream} belongs to log ${logId}, this log is ${identity.logId}; it ends with ${type} at sequence ${sequence}`;
}

async function cursorAt(
  source: CursorSource,
  end: StreamEnd,
  fact: StoredFact | undefined,
): Promise<CursorResult> {
  const deleted =
    end.lost === 0 ? new Set<number>() : await readDeleted(source.reader, source.stream);
  const cursor = { fence: end.lastSequence, end, deleted };
  if (fact === undefined) return { kind: "found", cursor: { ...cursor, at: logStart } };
  const { logId } = source.identity;
  if (fact.logId !== logId) {
    return { kind: "unknown-fact", reason: strangerReason(source, fact) };
  }
  const at = await findPosition(source.database, fact.eventId);
  if (at !== undefined) return { kind: "found", cursor: { ...cursor, at } };
  const what = `${fact.type} ${fact.eventId} at sequence ${fact.sequence}`;
  const reason = `stream ${source.stream} is ahead of the log: ${what} is not in log ${logId}`;
  return { kind: "unknown-fact", reason };
}
