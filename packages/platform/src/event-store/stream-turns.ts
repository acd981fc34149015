import type { AppendResult } from "./append-result.ts";

/**
 * Appends of this process to one stream go one behind the other. Whoever finds, once it is its turn, that the stream has gone on
 * since it was read has a conflict, and Postgres need not be asked. Behind one of which nobody knows what became of it all
 * others go at once: whatever keeps Postgres from answering keeps them no longer than each by itself.
 */
export type StreamTurns = (
  streamId: string,
  version: number,
  append: () => Promise<AppendResult>,
) => Promise<AppendResult>;

/** The version that it reached, or what else came of it. */
type End = number | "refused" | "unknown";

export function createStreamTurns(): StreamTurns {
  const underWay = new Map<string, Promise<End>>();
  return async (streamId, version, append) => {
    for (;;) {
      const before = underWay.get(streamId);
      if (before === undefined) break;
      const end = await before;
      if (end === "unknown") break;
      if (end !== "refused" && end > version) return { kind: "conflict" };
    }
    const { promise, resolve } = Promise.withResolvers<End>();
    underWay.set(streamId, promise);
    let end: End = "unknown";
    try {
      const result = await append();
      end = result.kind === "appended" ? result.version : "refused";
      return result;
    } finally {
      if (underWay.get(streamId) === promise) underWay.delete(streamId);
      resolve(end);
    }
  };
}
