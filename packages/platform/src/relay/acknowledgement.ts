const digitZero = 48;
const closingBrace = 125;

/**
 * Compares bytes (`{"stream":"<stream>","seq":<n>}`, with or without a space, by the server's release): to read JSON
 * takes as long as to make the next fact. A reply that is written in another way is read as JSON.
 */
export function acknowledgementOf(
  stream: string,
): (reply: Uint8Array, sequence: number) => boolean {
  const starts = [",", ", "].map((comma) =>
    Buffer.from(`{"stream":${JSON.stringify(stream)}${comma}"seq":`),
  );
  return (reply, sequence) => {
    let at = reply.length - 1;
    if (reply[at] !== closingBrace) return false;
    let rest = sequence;
    do {
      at -= 1;
      if (reply[at] !== digitZero + (rest % 10)) return false;
      rest = Math.floor(rest / 10);
    } while (rest > 0);
    return starts.some((start) => at === start.length && start.equals(reply.subarray(0, at)));
  };
}
