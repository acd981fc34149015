import { streamName } from "@sanu/contracts";
import { jsonLinesPart } from "./encode/json-lines.ts";
import type { FactReader } from "./read/fact-reader.ts";
import type { Selection } from "./read/selection.ts";
import { selects } from "./read/selects.ts";

/** Reads a stream from a sequence on and says each selected fact as a line of JSON. Returns where it is. */
export async function tailStream(
  reader: FactReader,
  from: { readonly sequence: number; readonly position: string },
  selection: Selection,
  write: (bytes: Uint8Array) => void,
): Promise<{ readonly sequence: number; readonly position: string }> {
  const isSelected = selects(selection);
  const { untilSequence } = await reader.findRange();
  let place = from;
  for await (const batch of reader.read(from, untilSequence)) {
    const lines = jsonLinesPart(streamName("", reader.service));
    for (const fact of batch) {
      if (isSelected(fact)) lines.add(fact);
      place = { sequence: fact.sequence, position: fact.position };
    }
    for (const piece of lines.content()) write(piece);
  }
  return place;
}
