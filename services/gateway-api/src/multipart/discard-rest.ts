import type { IncomingMessage } from "node:http";

/** How much of a body that nobody wants is read and thrown away, and how long. */
export interface DiscardLimits {
  readonly discardedBytesMax: number;
  readonly discardTimeoutMs: number;
}

/**
 * Reads what is left of a body and throws it away, so that a client that is still sending reads the response and not
 * a broken connection. Resolves to false where that takes too much or too long; the connection must then be closed.
 */
export function discardRest(source: IncomingMessage, limits: DiscardLimits): Promise<boolean> {
  if (source.readableEnded || source.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.discardedBytesMax) end(false);
    };
    const ended = () => end(true);
    const end = (isDone: boolean) => {
      clearTimeout(timer);
      source.off("data", count).off("end", ended).off("close", ended);
      if (!isDone) source.pause();
      resolve(isDone);
    };
    const timer = setTimeout(() => end(false), limits.discardTimeoutMs);
    source.on("data", count).on("end", ended).on("close", ended).resume();
  });
}
