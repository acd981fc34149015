import { createHash, type Hash } from "node:crypto";
import type { PublishedFact } from "@sanu/platform";

/** The hash chain of a stream and day: how many facts, and the hash over the last block of them, which holds that over the block before. */
export interface DayChain {
  readonly day: string;
  readonly facts: number;
  readonly head: string;
}

export interface Chains {
  readonly add: (fact: PublishedFact) => void;
  /** Ends a block: the days that it added to, as they are now. */
  readonly endBlock: () => readonly DayChain[];
}

interface Link {
  facts: number;
  readonly hash: Hash;
}

const firstHead = "0".repeat(64);
const scratchBytes = 65_536;
const letterBytesMax = 3;

/** The day of a fact by the database's clock, in UTC. */
export function dayOf(fact: PublishedFact): string {
  return fact.time.slice(0, "2026-11-21".length);
}

/**
 * Chains the facts of each day: a SHA-256 over the head of the block before, and the headers and the payload of each fact of
 * this one, in their order. Two streams with the same blocks and heads have the same facts in the same order.
 */
export function createChains(known: readonly DayChain[] = []): Chains {
  const ended = new Map(known.map((chain) => [chain.day, chain]));
  const open = new Map<string, Link>();
  let scratch = Buffer.alloc(scratchBytes);
  let used = 0;
  let current: Link | undefined;
  let currentDay = "";
  const flush = (): void => {
    if (used > 0) current?.hash.update(scratch.subarray(0, used));
    used = 0;
  };
  const linkOf = (day: string): Link => {
    const { facts, head } = ended.get(day) ?? { facts: 0, head: firstHead };
    const link = open.get(day) ?? { facts, hash: createHash("sha256").update(head, "hex") };
    open.set(day, link);
    return link;
  };
  return {
    add(fact) {
      const day = dayOf(fact);
      if (current === undefined || day !== currentDay) {
        flush();
        current = linkOf(day);
        currentDay = day;
      }
      const text = headersText(fact);
      const needed = text.length * letterBytesMax + fact.data.length;
      if (scratch.length - used < needed) flush();
      if (scratch.length < needed) scratch = Buffer.alloc(needed * 2);
      used += scratch.write(text, used);
      scratch.set(fact.data, used);
      used += fact.data.length;
      current.facts += 1;
    },
    endBlock() {
      flush();
      current = undefined;
      const chains = [...open]
        .map(([day, { facts, hash }]) => ({ day, facts, head: hash.digest("hex") }))
        .toSorted((one, other) => (one.day < other.day ? -1 : 1));
      open.clear();
      for (const chain of chains) ended.set(chain.day, chain);
      return chains;
    },
  };
}

/** A header holds no line feed, and the length says where the payload ends, so that no two facts have one text. */
function headersText(fact: PublishedFact): string {
  const { id, type, aggregateId, time, position, correlationId, causationId, traceparent } = fact;
  const about = `${id}\n${type}\n${aggregateId}\n${time}\n${position}\n`;
  return `${about}${correlationId}\n${causationId}\n${traceparent}\n${fact.data.length}\n`;
}
