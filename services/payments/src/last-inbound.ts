import type { Sats } from "@sanu/kernel";
import type { LightningReceiveRail } from "@sanu/rails";

export const inboundLimits = {
  /** What a node said it could receive is believed for so long, and then asked for again. */
  keptMs: 5_000,
} as const;

/**
 * What a node said last that it could receive; null where nothing is known. Nobody who orders waits for the question: it
 * is for those who come after.
 */
export function lastInbound(
  { inbound }: Pick<LightningReceiveRail, "inbound">,
  nowMs: () => number = () => performance.now(),
): () => Sats | null {
  let last: Sats | null = null;
  let askAgainAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (inbound !== undefined && nowMs() >= askAgainAtMs) {
      askAgainAtMs = nowMs() + inboundLimits.keptMs;
      void inbound().then((reading) => {
        last = reading.kind === "inbound" ? reading.inboundSats : null;
      });
    }
    return last;
  };
}
