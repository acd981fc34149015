import type { Metrics } from "./metrics.ts";

/** Counts and times the calls to one target by their outcome; the answers pass through as they are. */
export function measuredCalls(target: string, outsideCalls: Metrics["outsideCalls"]) {
  return async <Outcome extends { readonly kind: string }>(
    operation: string,
    call: Promise<Outcome>,
  ): Promise<Outcome> => {
    const startedAt = performance.now();
    const outcome = await call;
    const labels = { target, operation, outcome: outcome.kind };
    outsideCalls.observe(labels, performance.now() - startedAt);
    return outcome;
  };
}
