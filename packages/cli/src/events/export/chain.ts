import { hash } from "node:crypto";
import type { PublishedFact } from "@sanu/platform";

/** Facts of a stream and day, and the hash of the last one, which holds that of the one before it. */
export interface DayChain {
  readonly day: string;
  readonly facts: number;
  readonly head: string;
}

export interface Chains {
  readonly add: (fact: PublishedFact) => void;
  /** Of the days that were added to since the last call, as they are now. */
  readonly changed: () => readonly DayChain[];
  readonly all: () => readonly DayChain[];
}

interface Link {
  facts: number;
  head: Buffer;
}

const headBytes = 32;
const firstHead = Buffer.alloc(headBytes);

/** The day of a fact by the database's clock, in UTC. */
export function dayOf(fact: PublishedFact): string {
  return fact.time.slice(0, "2026-11-21".length);
}

/**
 * Chains every fact to the one before it of its day, by a SHA-256 over the hash of that, its headers and its payload. Two
 * streams with the same head have the same facts in the same order.
 */
export function createChains(known: readonly DayChain[] = []): Chains {
  const links = new Map<string, Link>(
    known.map(({ day, facts, head }) => [day, { facts, head: Buffer.from(head, "hex") }]),
  );
  const touched = new Set<string>();
  const chainOf = (day: string): DayChain => {
    const { facts, head } = links.get(day) ?? { facts: 0, head: firstHead };
    return { day, facts, head: head.toString("hex") };
  };
  return {
    add(fact) {
      const day = dayOf(fact);
      const link = links.get(day) ?? { facts: 0, head: firstHead };
      link.head = linked(link.head, fact);
      link.facts += 1;
      links.set(day, link);
      touched.add(day);
    },
    changed() {
      const days = [...touched].toSorted();
      touched.clear();
      return days.map(chainOf);
    },
    all: () => [...links.keys()].toSorted().map(chainOf),
  };
}

let scratch = Buffer.alloc(8_192);
const letterBytesMax = 3;

function linked(head: Buffer, fact: PublishedFact): Buffer {
  const text = headersText(fact);
  const needed = headBytes + text.length * letterBytesMax + fact.data.length;
  if (scratch.length < needed) scratch = Buffer.alloc(needed * 2);
  head.copy(scratch, 0);
  let end = headBytes;
  end += scratch.write(text, end);
  scratch.set(fact.data, end);
  return hash("sha256", scratch.subarray(0, end + fact.data.length), "buffer");
}

/** A header holds no line feed, so that no two facts have one text. */
function headersText(fact: PublishedFact): string {
  const { id, type, aggregateId, time, position, correlationId, causationId, traceparent } = fact;
  return `${id}\n${type}\n${aggregateId}\n${time}\n${position}\n${correlationId}\n${causationId}\n${traceparent}\n`;
}
