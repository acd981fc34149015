import type { Socket } from "node:net";

/** More than this waits with the sender, as behind a full TCP window. */
const windowBytes = 65_536;

export interface Backlog {
  readonly add: (bytes: Buffer) => void;
  /** The next bytes, with the moment (of `performance.now()`) at which they were sent. */
  readonly head: () => { readonly bytes: Buffer; readonly sentAt: number } | undefined;
  /** Takes at most so many of the next bytes. */
  readonly take: (bytesMax: number) => Buffer;
  readonly drop: () => void;
}

/** What a socket says and nobody has got yet; the socket waits while it is much. */
export function createBacklog(from: Socket): Backlog {
  const chunks: { readonly bytes: Buffer; readonly sentAt: number }[] = [];
  let length = 0;
  const shrink = (bytes: number): void => {
    length -= bytes;
    if (length < windowBytes) from.resume();
  };
  return {
    add(bytes) {
      chunks.push({ bytes, sentAt: performance.now() });
      length += bytes.length;
      if (length >= windowBytes) from.pause();
    },
    head: () => chunks[0],
    take(bytesMax) {
      const head = chunks.shift();
      if (head === undefined) return Buffer.alloc(0);
      const taken = head.bytes.subarray(0, bytesMax);
      const rest = head.bytes.subarray(taken.length);
      if (rest.length > 0) chunks.unshift({ ...head, bytes: rest });
      shrink(taken.length);
      return taken;
    },
    drop() {
      chunks.length = 0;
      shrink(length);
    },
  };
}
