import { type FactAttributes, readFactAttributes } from "@sanu/contracts";
import { type LogPosition, logStart, readPosition } from "../relay/log-position.ts";
import type { Reaction, ReadFact } from "./reaction.ts";

/** A fact as it came, from the stream or from where it was parked. */
export interface IncomingFact {
  /** The event's id; for a message that is no fact, its place in the stream. */
  readonly factId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: Uint8Array;
  readonly attributes: FactAttributes | undefined;
  /** Where it lies in the log it came from. */
  readonly at: LogPosition;
}

/** Puts a fact together from headers and body. `fallbackId` names a message that is no fact. */
export function incomingFact(
  headers: Readonly<Record<string, string>>,
  data: Uint8Array,
  fallbackId: string,
): IncomingFact {
  const attributes = readFactAttributes((name) => headers[name] ?? "");
  return {
    factId: attributes?.id ?? fallbackId,
    headers,
    data,
    attributes,
    at: attributes === undefined ? logStart : readPosition(attributes.position),
  };
}

/** Read, or the reason why this release cannot read it. */
export type Reading =
  | { readonly kind: "read"; readonly fact: ReadFact; readonly attributes: FactAttributes }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Finds the reaction to a fact and reads the data with its schema. Never throws. */
export function readFact(reactions: readonly Reaction[], incoming: IncomingFact): Reading {
  const { attributes } = incoming;
  if (attributes === undefined) return unreadable("the headers are not those of a fact");
  const name = attributes.type.split(".")[2];
  const reaction = reactions.find(({ factName }) => factName === name);
  if (reaction === undefined) return unreadable(`no reaction to ${attributes.type}`);
  try {
    const fact = reaction.read(attributes.type, JSON.parse(textOf(incoming.data)));
    if (fact === undefined) return unreadable(`no schema for ${attributes.type}`);
    return { kind: "read", fact, attributes };
  } catch (error) {
    return unreadable(error instanceof Error ? `${error.name}: ${error.message}` : "unknown");
  }
}

function unreadable(reason: string): Reading {
  return { kind: "unreadable", reason };
}

/** Broken UTF-8 is an error and not a question mark. */
function textOf(data: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(data);
}

/** Facts of one source aggregate are handled in the order of its stream. */
export function laneOf(incoming: IncomingFact): string {
  return incoming.attributes?.subject ?? incoming.factId;
}

/** What a fact waits for when it is parked: the aggregate it goes to and the one it came from. */
export function lanesOf(incoming: IncomingFact, reading: Reading): readonly [string, string] {
  const source = laneOf(incoming);
  return [reading.kind === "read" ? reading.fact.aggregateId : source, source];
}
