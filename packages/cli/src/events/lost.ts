import { streamName } from "@sanu/contracts";
import { type Database, type FactRange, findLoggedFacts, type PublishedFact } from "@sanu/platform";
import { jsonLinesPart } from "./encode/json-lines.ts";
import { eventLimits } from "./limits.ts";
import type { FactReader } from "./read/fact-reader.ts";

/** What a log does not have of its stream: how many facts, and between which sequences of the stream. */
export interface LostFacts {
  readonly facts: number;
  readonly fromSequence: number;
  readonly untilSequence: number;
}

type Log = Pick<Database, "query">;

/**
 * Says each fact that was published and is not in the log, the oldest first, as a line of JSON: what a database that was put back to an
 * earlier moment has lost. It is looked for from the end of the stream back to the first page that the log has whole.
 */
export async function writeLostFacts(
  stream: FactReader,
  log: Log,
  write: (bytes: Uint8Array) => void,
  pageFacts: number = eventLimits.lostPageFacts,
): Promise<LostFacts> {
  const lost = { facts: 0, fromSequence: 0, untilSequence: 0 };
  const { fromSequence, untilSequence } = await stream.findRange();
  const after = await findWholeEnd(stream, log, { fromSequence, untilSequence, pageFacts });
  for await (const facts of stream.read({ sequence: after, position: "" }, untilSequence)) {
    const lines = jsonLinesPart(streamName("", stream.service));
    for (const fact of await missingIn(log, facts)) {
      lines.add(fact);
      lost.facts += 1;
      lost.fromSequence ||= fact.sequence;
      lost.untilSequence = fact.sequence;
    }
    for (const piece of lines.content()) write(piece);
  }
  return lost;
}

/** The end of the last page of the stream that the log has whole. */
async function findWholeEnd(
  stream: FactReader,
  log: Log,
  range: FactRange & { readonly pageFacts: number },
): Promise<number> {
  const before = range.fromSequence - 1;
  let end = range.untilSequence;
  while (end > before) {
    const start = Math.max(before, end - range.pageFacts);
    if (!(await isMissingIn(stream, log, { start, end }))) return end;
    end = start;
  }
  return before;
}

async function isMissingIn(
  stream: FactReader,
  log: Log,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<boolean> {
  for await (const facts of stream.read({ sequence: start, position: "" }, end)) {
    if ((await missingIn(log, facts)).length > 0) return true;
  }
  return false;
}

async function missingIn(
  log: Log,
  facts: readonly PublishedFact[],
): Promise<readonly PublishedFact[]> {
  const logged = await findLoggedFacts(
    log,
    facts.map(({ id }) => id),
  );
  return facts.filter(({ id }) => !logged.has(id));
}
