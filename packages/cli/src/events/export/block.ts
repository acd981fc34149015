import { factTypeShape } from "@sanu/contracts/fact-headers";
import { isInstant } from "@sanu/kernel";
import type { FactPlace, PublishedFact } from "@sanu/platform";
import type { Part, PartMaker } from "../encode/part.ts";
import { dayOf } from "./chain.ts";

export interface BlockPart {
  readonly type: string;
  readonly day: string;
  readonly part: Part;
  readonly firstSequence: number;
  lastSequence: number;
  facts: number;
}

/** The next facts of a stream, by type and day, until there are so many that they are written. */
export interface Block {
  readonly add: (fact: PublishedFact, isSelected: boolean) => void;
  /** Where it ends is the same for every export of the stream. */
  readonly isFull: () => boolean;
  readonly parts: () => readonly BlockPart[];
  readonly firstSequence: () => number;
  readonly last: () => FactPlace;
}

export interface BlockTerms {
  readonly stream: string;
  readonly makePart: PartMaker;
  readonly blockFacts: number;
  readonly blockBytes: number;
}

export function createBlock(terms: BlockTerms, start: FactPlace): Block {
  const { stream, makePart } = terms;
  const parts = new Map<string, BlockPart>();
  let firstSequence = 0;
  let last = start;
  let count = 0;
  let bytes = 0;
  const newest = new Map<string, BlockPart>();
  const partOf = (fact: PublishedFact): BlockPart => {
    // Nearly always of the day of the fact before it of its type: no key is made.
    const near = newest.get(fact.type);
    if (near !== undefined && fact.time.startsWith(near.day)) return near;
    const part = partOfDay(fact);
    newest.set(fact.type, part);
    return part;
  };
  const partOfDay = (fact: PublishedFact): BlockPart => {
    const key = `${fact.type}|${dayOf(fact)}`;
    const there = parts.get(key);
    if (there !== undefined) return there;
    assertFact(stream, fact);
    const { type, sequence } = fact;
    const part = makePart(stream, type);
    const made = { type, day: dayOf(fact), part, facts: 0, ...rangeOf(sequence) };
    parts.set(key, made);
    return made;
  };
  return {
    add(fact, isSelected) {
      if (count === 0) firstSequence = fact.sequence;
      count += 1;
      bytes += fact.data.length;
      last = fact;
      if (!isSelected) return;
      const own = partOf(fact);
      own.part.add(fact);
      own.lastSequence = fact.sequence;
      own.facts += 1;
    },
    isFull: () => count >= terms.blockFacts || bytes >= terms.blockBytes,
    parts: () => [...parts.values()].toSorted(byPath),
    firstSequence: () => firstSequence,
    last: () => ({ sequence: last.sequence, position: last.position }),
  };
}

function rangeOf(sequence: number) {
  return { firstSequence: sequence, lastSequence: sequence };
}

/** Type and day become names of folders, so both are looked at before they do. */
function assertFact(stream: string, { sequence, type, time }: PublishedFact): void {
  if (factTypeShape.test(type) && isInstant(time)) return;
  throw new Error(`Message ${sequence} of ${stream} is no fact: it has no type or no time`);
}

function byPath(one: BlockPart, other: BlockPart): number {
  if (one.type !== other.type) return one.type < other.type ? -1 : 1;
  return one.day < other.day ? -1 : 1;
}
