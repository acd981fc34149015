import { FactAttributes, readFactAttributes } from "@sanu/contracts";
import { logFields } from "../logger/create-logger.ts";
import {
  isStorablePosition,
  type LogPosition,
  logStart,
  readPosition,
} from "../relay/log-position.ts";
import { storable } from "./failure.ts";
import type { Reaction, ReadFact } from "./reaction.ts";

export interface IncomingFact {
  /** The event's id; for a message that is no fact, its place in the stream. */
  readonly factId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Uint8Array;
  /** `undefined` when not every header is that of a fact. */
  readonly attributes: FactAttributes | undefined;
  /** The aggregate that it comes from, also where other headers are broken; for a stranger, its own id. */
  readonly source: string;
  readonly at: LogPosition;
}

/** `fallbackId` names a message that is no fact. */
export function incomingFact(
  headers: Readonly<Record<string, string>>,
  data: Uint8Array,
  fallbackId: string,
): IncomingFact {
  const attributes = readFactAttributes((name) => headers[name] ?? "");
  const known = attributes ?? {
    id: readOne(headers, "id"),
    subject: readOne(headers, "subject"),
    position: readOne(headers, "position"),
  };
  const factId = known.id ?? fallbackId;
  const source = storable(known.subject ?? factId);
  return { factId, headers, data, attributes, source, at: placeOf(known.position) };
}

/** One attribute: a broken header does not hide the others, by which a fact keeps its place and its aggregate. */
function readOne(
  headers: Readonly<Record<string, string>>,
  name: "id" | "subject" | "position",
): string | undefined {
  return FactAttributes.shape[name].safeParse(headers[`ce-${name}`]).data;
}

function placeOf(text: string | undefined): LogPosition {
  const at = text === undefined ? logStart : readPosition(text);
  return isStorablePosition(at) ? at : logStart;
}

/** For the log. */
export function idsOf(attributes: FactAttributes | undefined): Record<string, string> {
  const { correlationid: correlationId, traceparent } = attributes ?? {};
  return logFields({ correlationId, traceparent });
}

export type Reading =
  | { readonly kind: "read"; readonly fact: ReadFact; readonly attributes: FactAttributes }
  /** `isUnknownVersion`: a release that is on its way may know it. */
  | { readonly kind: "unreadable"; readonly reason: string; readonly isUnknownVersion?: true };

export function readFact(reactions: readonly Reaction[], incoming: IncomingFact): Reading {
  const { attributes } = incoming;
  if (attributes === undefined) return unreadable("the headers are not those of a fact");
  const name = attributes.type.split(".")[2];
  const reaction = reactions.find(({ factName }) => factName === name);
  if (reaction === undefined) return unknownVersion(`no reaction to ${attributes.type}`);
  try {
    const fact = reaction.read(attributes.type, JSON.parse(utf8.decode(incoming.data)));
    if (fact === undefined) return unknownVersion(`no schema for ${attributes.type}`);
    return { kind: "read", fact, attributes };
  } catch (error) {
    return unreadable(error instanceof Error ? `${error.name}: ${error.message}` : "unknown");
  }
}

function unreadable(reason: string): Reading {
  return { kind: "unreadable", reason };
}

function unknownVersion(reason: string): Reading {
  return { kind: "unreadable", reason, isUnknownVersion: true };
}

export function causeOfUnreadable({
  isUnknownVersion,
}: Extract<Reading, { kind: "unreadable" }>): "unknown-version" | "unreadable" {
  return isUnknownVersion === true ? "unknown-version" : "unreadable";
}

/** Broken UTF-8 is an error and not a question mark. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Facts of one source aggregate are handled in the order of its stream. */
export function laneOf(incoming: IncomingFact): string {
  return incoming.source;
}

/** What a fact waits for when it is parked: the aggregate it goes to, where that is known, and the one it came from. */
export function lanesOf(incoming: IncomingFact, reading: Reading): readonly string[] {
  const source = laneOf(incoming);
  return reading.kind === "read" ? [...new Set([reading.fact.aggregateId, source])] : [source];
}
