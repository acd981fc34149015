import { factsStart, type PublishedFact } from "@sanu/platform";
import type { FactReader } from "../read/fact-reader.ts";
import type { Selection } from "../read/selection.ts";
import { selects } from "../read/selects.ts";
import { cursorOf, type FactCursor } from "../verify/fact-cursor.ts";
import type { Fold } from "./fold.ts";
import { readReplayed } from "./read-fact.ts";

export interface Replay<State> {
  readonly state: State;
  readonly facts: number;
  /** Facts of types that this release does not know. */
  readonly unknownFacts: number;
}

interface Head {
  readonly reader: FactReader;
  readonly cursor: FactCursor;
  fact: PublishedFact | undefined;
}

/**
 * Folds the facts of all streams, the earlier first: each stream in its own order, and streams among each other by the moments
 * at which their facts were appended.
 */
export async function replayFacts<State>(
  fold: Fold<State>,
  readers: readonly FactReader[],
  selection: Selection,
  onProgress?: (facts: number) => void,
): Promise<Replay<State>> {
  const isSelected = selects(selection);
  const heads = await Promise.all(readers.map(openHead));
  // A fold may change what it is given, and its first state is for the next replay, too.
  let state = structuredClone(fold.initial);
  let facts = 0;
  let unknownFacts = 0;
  try {
    for (let head = earliest(heads); head !== undefined; head = earliest(heads)) {
      const { fact, reader, cursor } = head;
      if (fact === undefined) break;
      head.fact = await cursor.next();
      if (!isSelected(fact)) continue;
      const read = readReplayed(reader.service, fact);
      if (read === undefined) {
        unknownFacts += 1;
        continue;
      }
      state = fold.evolve(state, read);
      facts += 1;
      onProgress?.(facts);
    }
  } finally {
    for (const { cursor } of heads) await cursor.close();
  }
  return { state, facts, unknownFacts };
}

async function openHead(reader: FactReader): Promise<Head> {
  const { untilSequence } = await reader.findRange();
  const cursor = cursorOf(reader.read(factsStart, untilSequence));
  return { reader, cursor, fact: await cursor.next() };
}

function earliest(heads: readonly Head[]): Head | undefined {
  let found: Head | undefined;
  for (const head of heads) {
    if (head.fact === undefined) continue;
    if (found?.fact === undefined || head.fact.time < found.fact.time) found = head;
  }
  return found;
}
