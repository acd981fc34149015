import { publishedFactLimits } from "./limits.ts";

const begin = Buffer.from("NATS/1.0\r\n");
const end = Buffer.from("\r\n\r\n");
const lineFeed = 10;

/**
 * Where the header block begins that ends in front of a message's data; -1 where there is none, or none that says no more than that in
 * its first line. The client keeps it there, and taking it from there costs a tenth of the record of headers that it would make.
 */
export function findHead(memory: Buffer, dataStart: number): number {
  const latest = dataStart - begin.length - end.length / 2;
  if (latest < 0) return -1;
  const start = memory.lastIndexOf(begin, latest);
  if (start === -1 || dataStart - start > publishedFactLimits.headBytesMax) return -1;
  // It may be the end of a header, or the block of a message before this one, which has an end of its own.
  const isLine = start === 0 || memory[start - 1] === lineFeed;
  return isLine && memory.indexOf(end, start) === dataStart - end.length ? start : -1;
}
