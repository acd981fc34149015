import { clientLimits } from "../limits.ts";

/** One server-sent event, or what a stream says of how to come back. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retryMs: number | undefined;
}

/** Reads the pieces of a stream of server-sent events (HTML, 9.2.6). Throws when an event is larger than any of the API. */
export function createEventReader(): (piece: string) => readonly StreamEvent[] {
  let rest = "";
  let block: string[] = [];
  return (piece) => {
    // A piece may end between the two characters of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line !== "") block.push(line);
      else {
        if (block.length > 0) events.push(readBlock(block));
        block = [];
      }
    }
    const letters = block.reduce((sum, { length }) => sum + length, rest.length);
    if (letters > clientLimits.eventLettersMax) throw new Error("An event without an end");
    return events;
  };
}

function readBlock(lines: readonly string[]): StreamEvent {
  const fields = lines.map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []);
  const valuesOf = (wanted: string): readonly string[] =>
    fields.filter(([, name]) => name === wanted).map(([, , value = ""]) => value);
  const data = valuesOf("data");
  const retry = valuesOf("retry").at(-1) ?? "";
  return {
    id: valuesOf("id").at(-1),
    data: data.length === 0 ? undefined : data.join("\n"),
    retryMs: /^\d{1,9}$/.test(retry) ? Number(retry) : undefined,
  };
}
