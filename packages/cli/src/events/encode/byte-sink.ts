import { eventLimits } from "../limits.ts";

/** Collects the bytes of a file in pieces that grow; nothing that was added is copied again. */
export interface ByteSink {
  readonly addText: (text: string) => void;
  readonly addBytes: (bytes: Uint8Array) => void;
  readonly pieces: () => readonly Uint8Array[];
}

/** The most bytes that a letter of a JavaScript text takes in UTF-8. */
const letterBytesMax = 3;

export function byteSink(): ByteSink {
  const full: Uint8Array[] = [];
  let piece = Buffer.allocUnsafe(eventLimits.pieceBytesMin);
  let used = 0;
  const makeRoom = (bytes: number): void => {
    if (piece.length - used >= bytes) return;
    if (used > 0) full.push(piece.subarray(0, used));
    const next = Math.min(piece.length * 2, eventLimits.pieceBytesMax);
    piece = Buffer.allocUnsafe(Math.max(next, bytes));
    used = 0;
  };
  return {
    addText(text) {
      makeRoom(text.length * letterBytesMax);
      used += piece.write(text, used);
    },
    addBytes(bytes) {
      makeRoom(bytes.length);
      piece.set(bytes, used);
      used += bytes.length;
    },
    pieces: () => (used === 0 ? full : [...full, piece.subarray(0, used)]),
  };
}
