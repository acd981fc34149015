import type { PublishedFact } from "@sanu/platform";

/** Hands on batches fact by fact: two sources are compared at the pace of the slower one. */
export interface FactCursor {
  readonly next: () => Promise<PublishedFact | undefined>;
  readonly close: () => Promise<void>;
}

export function cursorOf(batches: AsyncGenerator<readonly PublishedFact[]>): FactCursor {
  let batch: readonly PublishedFact[] = [];
  let at = 0;
  return {
    async next() {
      while (at >= batch.length) {
        const next = await batches.next();
        if (next.done === true) return undefined;
        batch = next.value;
        at = 0;
      }
      const fact = batch[at];
      at += 1;
      return fact;
    },
    async close() {
      await batches.return(undefined);
    },
  };
}

/** So many facts as are there, at most. */
export async function takeFacts(
  cursor: FactCursor,
  countMax: number,
): Promise<readonly PublishedFact[]> {
  const facts: PublishedFact[] = [];
  while (facts.length < countMax) {
    const fact = await cursor.next();
    if (fact === undefined) break;
    facts.push(fact);
  }
  return facts;
}
