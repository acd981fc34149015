import type { Msg } from "@nats-io/transport-node";
import { type BatchMemory, type FactBatch, headEnd, placesOfFact } from "./fact-batch.ts";
import { findHead } from "./find-head.ts";
import { publishedFactLimits } from "./limits.ts";

/** Hands out memory for a batch, for so many bytes at least. */
export type TakeMemory = (bytesMin: number) => BatchMemory;

export interface BatchWriter {
  readonly add: (sequence: number, message: Msg) => void;
  /** In the batch that is not full yet. */
  readonly count: () => number;
  /** Hands out the batch, full or not. */
  readonly endBatch: () => void;
}

interface Place {
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
}

/**
 * Copies messages into batches. It does so at once, because a message that waits keeps all that the socket read with it. A batch is
 * full where the next message has no room, or with so many facts.
 */
export function batchWriter(
  takeMemory: TakeMemory,
  onBatch: (batch: FactBatch) => void,
): BatchWriter {
  let memory: BatchMemory | undefined;
  let used = 0;
  let count = 0;
  let source: Buffer = Buffer.alloc(0);
  const endBatch = (): void => {
    onBatch({ ...(memory ?? takeMemory(0)), count });
    memory = undefined;
    used = 0;
    count = 0;
  };
  const copy = (sequence: number, from: Buffer, { start, dataStart, end }: Place): void => {
    if (memory !== undefined && memory.bytes.length - used < end - start) endBatch();
    memory ??= takeMemory(end - start);
    const { bytes, places } = memory;
    const at = count * placesOfFact;
    from.copy(bytes, used, start, end);
    places[at] = sequence;
    places[at + 1] = used;
    places[at + 2] = used + dataStart - start;
    used += end - start;
    places[at + 3] = used;
    count += 1;
    if (count === publishedFactLimits.batchFacts) endBatch();
  };
  return {
    add(sequence, message) {
      const { buffer, byteOffset: dataStart, length } = message.data;
      // Messages that came together stand in one piece of memory.
      if (source.buffer !== buffer) source = Buffer.from(buffer);
      const start = findHead(source, dataStart);
      if (start !== -1) copy(sequence, source, { start, dataStart, end: dataStart + length });
      else copyRecord(copy, sequence, message);
    },
    count: () => count,
    endBatch,
  };
}

/** Of a message whose headers do not stand in front of its data as usual, the client's record of them is asked for. */
function copyRecord(
  copy: (sequence: number, from: Buffer, place: Place) => void,
  sequence: number,
  message: Msg,
): void {
  const { data } = message;
  const head = Buffer.from(`NATS/1.0\r\n${linesOf(message).join("\r\n")}${headEnd}`);
  const place = { start: 0, dataStart: head.length, end: head.length + data.length };
  copy(sequence, Buffer.concat([head, data]), place);
}

/** None where the client cannot read them either: a stranger's message has no header of a fact then. */
function linesOf(message: Msg): readonly string[] {
  try {
    return [...(message.headers ?? [])].flatMap(([name, values]) =>
      values.map((value) => `${name}: ${value}`),
    );
  } catch {
    return [];
  }
}

/** As new for each batch. */
export function newMemory(bytesMin: number): BatchMemory {
  const { batchFacts, batchBytes } = publishedFactLimits;
  return {
    bytes: new Uint8Array(Math.max(bytesMin, batchBytes)),
    places: new Float64Array(batchFacts * placesOfFact),
  };
}
