/** Five-bit words, the alphabet of bech32. */
export type Words = readonly number[];

/** Big-endian; for the short fields only (at most ten words stay exact). */
export function numberOfWords(words: Words): number {
  return words.reduce((total, word) => total * 32 + word, 0);
}

/** Words as bytes, the last byte filled up with zero bits. */
export function paddedBytesOfWords(words: Words): Uint8Array {
  const bytes = bytesOfWords([...words, 0]);
  return bytes.slice(0, Math.ceil((words.length * 5) / 8));
}

/** Words as whole bytes; bits that fill no byte are left out. */
export function bytesOfWords(words: Words): Uint8Array {
  const bytes = new Uint8Array(Math.floor((words.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff;
    bits += 5;
    if (bits < 8 || at >= bytes.length) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    at += 1;
  }
  return bytes;
}
