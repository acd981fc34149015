import { streamName } from "@sanu/contracts";
import { factsStart } from "@sanu/platform";
import type { FactReader } from "./read/fact-reader.ts";
import type { Selection } from "./read/selection.ts";
import { selects } from "./read/selects.ts";

/** What a stream holds of one type. */
export interface TypeStatistics {
  readonly stream: string;
  readonly type: string;
  facts: number;
  /** Of payloads. */
  bytes: number;
  readonly firstTime: string;
  lastTime: string;
}

/** Counts what a stream holds, by type, in the order of the types' names. */
export async function readStatistics(
  reader: FactReader,
  selection: Selection,
): Promise<readonly TypeStatistics[]> {
  const stream = streamName("", reader.service);
  const isSelected = selects(selection);
  const byType = new Map<string, TypeStatistics>();
  const { untilSequence } = await reader.findRange();
  for await (const batch of reader.read(factsStart, untilSequence)) {
    for (const fact of batch) {
      if (!isSelected(fact)) continue;
      const { type, time, data } = fact;
      const own = byType.get(type) ?? {
        stream,
        type,
        facts: 0,
        bytes: 0,
        firstTime: time,
        lastTime: time,
      };
      own.facts += 1;
      own.bytes += data.length;
      own.lastTime = time;
      byType.set(type, own);
    }
  }
  return [...byType.values()].toSorted((one, other) => (one.type < other.type ? -1 : 1));
}
