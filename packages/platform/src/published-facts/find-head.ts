import { publishedFactLimits } from "./limits.ts";

const begin = Buffer.from("NATS/1.0\r\n");

/**
 * Where the header block begins that ends in front of a message's data; -1 where there is none. The client keeps it there, and
 * taking it from there costs a tenth of the record of headers that it would make.
 */
export function findHead(memory: Buffer, dataStart: number): number {
  if (!endsEmpty(memory, dataStart)) return -1;
  const start = memory.lastIndexOf(begin, dataStart);
  return dataStart - start > publishedFactLimits.headBytesMax ? -1 : start;
}

/** In front of the data of a message without headers there is a line that ends, and no empty one. */
function endsEmpty(memory: Buffer, end: number): boolean {
  return (
    memory[end - 1] === 10 &&
    memory[end - 2] === 13 &&
    memory[end - 3] === 10 &&
    memory[end - 4] === 13
  );
}
