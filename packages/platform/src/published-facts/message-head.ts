import type { JsMsg } from "@nats-io/jetstream";
import { publishedFactLimits } from "./limits.ts";

const begin = "NATS/1.0\r\n";
const end = "\r\n\r\n";

/**
 * The header block of a message as one text. The client keeps it in front of the data, and reading it there costs a
 * tenth of the record of headers that it would make; where it does not, that record is asked for.
 */
export function headOf(message: JsMsg): string {
  const { data } = message;
  const { buffer, byteOffset } = data;
  const from = Math.max(0, byteOffset - publishedFactLimits.headBytesMax);
  const before = Buffer.from(buffer, from, byteOffset - from);
  const start = before.lastIndexOf(begin);
  const isInFront = start !== -1 && before.indexOf(end, start) === before.length - end.length;
  if (isInFront) return before.toString("utf8", start, before.length - end.length);
  return `${begin}${[...(message.headers ?? [])]
    .flatMap(([name, values]) => values.map((value) => `${name}: ${value}`))
    .join("\r\n")}`;
}
