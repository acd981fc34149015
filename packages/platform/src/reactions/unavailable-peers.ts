import { failureOf, reasonOf } from "./failure.ts";
import { reactionLimits } from "./limits.ts";

/**
 * Facts that need an unavailable peer are parked without a try, so that they take no place from facts that need nobody;
 * one try at a time finds out whether it is back.
 */
export interface UnavailablePeers {
  /** `undefined` when a fact of this reaction may try. */
  readonly reasonOf: (reaction: string) => string | undefined;
  /** Does what a reaction does, and records whether its peer was there. Throws what the work throws. */
  readonly during: <Result>(reaction: string, work: () => Promise<Result>) => Promise<Result>;
}

interface UnavailablePeer {
  readonly reason: string;
  /** Nobody tries before this moment, nor while somebody does. */
  tryAtMs: number;
}

/** Calls `onChange` when facts of a reaction begin to wait, and when they no longer need to. */
export function createUnavailablePeers(
  onChange: (about: { readonly reaction: string; readonly reason?: string }, what: string) => void,
  pauseMs: number = reactionLimits.peerRetryMs,
): UnavailablePeers {
  const unavailable = new Map<string, UnavailablePeer>();
  const record = (reaction: string, error: unknown): void => {
    if (failureOf(error) !== "peer-unavailable") return;
    const reason = reasonOf(error);
    if (!unavailable.has(reaction)) onChange({ reaction, reason }, "facts wait for a peer");
    unavailable.set(reaction, { reason, tryAtMs: performance.now() + pauseMs });
  };
  return {
    reasonOf(reaction) {
      const known = unavailable.get(reaction);
      return known !== undefined && performance.now() < known.tryAtMs ? known.reason : undefined;
    },
    async during(reaction, work) {
      const known = unavailable.get(reaction);
      if (known !== undefined) known.tryAtMs = Number.POSITIVE_INFINITY;
      try {
        const result = await work();
        if (unavailable.delete(reaction)) onChange({ reaction }, "the peer is back");
        return result;
      } catch (error) {
        if (known !== undefined) known.tryAtMs = 0;
        record(reaction, error);
        throw error;
      }
    },
  };
}
