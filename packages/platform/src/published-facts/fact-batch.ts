import { factFromHead, type PublishedFact } from "./published-fact.ts";

/** Memory for a batch of facts, which reaches another thread, and comes back from it, without a copy. */
export interface BatchMemory {
  /** Of each fact its header block, with the empty line behind it, and its payload. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each fact its sequence, where it begins, and where its payload begins and ends; sequences pass 32 bits. */
  readonly places: Float64Array<ArrayBuffer>;
}

/** Facts as they came. */
export interface FactBatch extends BatchMemory {
  readonly count: number;
}

export const placesOfFact = 4;
/** The empty line behind a header block. */
export const headEnd = "\r\n\r\n";

/** The facts of a batch; their payloads stay in its memory. */
export function unpackFacts({ bytes, places, count }: FactBatch): readonly PublishedFact[] {
  const { buffer } = bytes;
  const whole = Buffer.from(buffer);
  const placeAt = (at: number): number => places[at] ?? 0;
  const facts: PublishedFact[] = [];
  for (let at = 0; at < count * placesOfFact; at += placesOfFact) {
    const dataStart = placeAt(at + 2);
    const head = whole.toString("utf8", placeAt(at + 1), dataStart - headEnd.length);
    const data = new Uint8Array(buffer, dataStart, placeAt(at + 3) - dataStart);
    facts.push(factFromHead(placeAt(at), head, data));
  }
  return facts;
}
