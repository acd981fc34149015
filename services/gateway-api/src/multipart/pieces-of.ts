/** Cuts a stream into pieces of one length, the last one shorter; never holds more than one and a chunk. */
export async function* piecesOf(
  stream: AsyncIterable<Buffer>,
  pieceBytes: number,
): AsyncGenerator<Buffer, void, void> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const chunk of stream) {
    let rest = chunk;
    while (heldBytes + rest.length >= pieceBytes) {
      const missing = pieceBytes - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      held = [];
      heldBytes = 0;
    }
    if (rest.length === 0) continue;
    held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
