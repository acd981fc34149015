import { factsStart, type PublishedFact } from "@sanu/platform";
import { createChains, type DayChain } from "../export/chain.ts";
import type { FactReader } from "../read/fact-reader.ts";
import { cursorOf, type FactCursor, takeFacts } from "./fact-cursor.ts";
import { differingParts, type FactDifference, nameDamage } from "./name-damage.ts";

export interface StreamFinding {
  /** Facts that are alike, from the first one on. */
  readonly facts: number;
  /** Of the facts that are alike. */
  readonly days: readonly DayChain[];
  readonly difference: FactDifference | undefined;
}

const verifyLimits = {
  /** So many facts behind the first difference are looked at to say which damage it is. */
  lookAheadFacts: 1_000,
  /** A fact that is younger need not be published yet. */
  unpublishedMs: 60_000,
  progressFacts: 1_000,
} as const;

/** Compares a stream with its log, fact by fact. Reads only. */
export async function verifyStream(
  log: FactReader,
  stream: FactReader,
  onProgress?: (facts: number) => void,
): Promise<StreamFinding> {
  // The stream first: whatever it holds then is in the log already.
  const streamed = await stream.findRange();
  const logged = await log.findRange();
  const before = { sequence: streamed.fromSequence - 1, position: "" };
  const due = cursorOf(log.read(factsStart, logged.untilSequence));
  const is = cursorOf(stream.read(before, streamed.untilSequence));
  try {
    return await compareFacts(due, is, onProgress);
  } finally {
    await due.close();
    await is.close();
  }
}

async function compareFacts(
  due: FactCursor,
  is: FactCursor,
  onProgress?: (facts: number) => void,
): Promise<StreamFinding> {
  const chains = createChains();
  let facts = 0;
  let last: PublishedFact | undefined;
  for (;;) {
    const [logged, streamed] = [await due.next(), await is.next()];
    const isAlike =
      logged === undefined || streamed === undefined
        ? streamed === undefined && (logged === undefined || isYoung(logged))
        : differingParts(logged, streamed).length === 0;
    if (!isAlike) {
      const difference = nameDamage(await behind(due, logged), await behind(is, streamed), last);
      return { facts, days: chains.endBlock(), difference };
    }
    if (logged === undefined || streamed === undefined) break;
    chains.add(logged);
    facts += 1;
    last = logged;
    if (facts % verifyLimits.progressFacts === 0) onProgress?.(verifyLimits.progressFacts);
  }
  return { facts, days: chains.endBlock(), difference: undefined };
}

async function behind(cursor: FactCursor, fact: PublishedFact | undefined) {
  return fact === undefined
    ? []
    : [fact, ...(await takeFacts(cursor, verifyLimits.lookAheadFacts))];
}

function isYoung({ time }: PublishedFact): boolean {
  return Date.now() - Date.parse(time) < verifyLimits.unpublishedMs;
}
