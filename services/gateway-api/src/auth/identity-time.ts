import { epochMsOf, type Instant } from "@sanu/kernel";
import { sessionLimits } from "../limits.ts";

/**
 * The moment by which tokens and revocations begin and end: identity's, which is its database's, counted on by a clock that
 * cannot be set. Our own until identity has said one.
 */
export interface IdentityTime {
  readonly nowMs: () => number;
  readonly adopt: (at: Instant) => void;
  /** By how much our own clock is ahead. */
  readonly skewMs: () => number;
}

export function createIdentityTime(): IdentityTime {
  let base: { readonly epochMs: number; readonly monotonicMs: number } | undefined;
  const nowMs = () =>
    base === undefined ? Date.now() : base.epochMs + performance.now() - base.monotonicMs;
  return {
    nowMs,
    adopt(at) {
      const epochMs = epochMsOf(at);
      const behindMs = nowMs() - epochMs;
      // The message that came quickest says most; one that is far off says that identity's clock is another by now.
      const isLate = base !== undefined && behindMs >= 0 && behindMs < sessionLimits.skewMaxMs;
      if (!isLate) base = { epochMs, monotonicMs: performance.now() };
    },
    skewMs: () => Date.now() - nowMs(),
  };
}
