/** A line is longer than any that we would read. */
export class LongLine extends Error {
  override readonly name = "LongLine";
}

/** The lines of a body as they come, without the empty ones; `onBytes` is told of each piece. */
export async function* linesOf(
  body: AsyncIterable<Uint8Array>,
  lineBytesMax: number,
  onBytes: () => void,
): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0);
  for await (const piece of body) {
    onBytes();
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString("utf8").trim();
      rest = rest.subarray(end + 1);
      if (line !== "") yield line;
    }
    if (rest.length > lineBytesMax) throw new LongLine();
  }
  const last = rest.toString("utf8").trim();
  if (last !== "") yield last;
}
