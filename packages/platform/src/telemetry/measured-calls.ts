import type { Metrics } from "./metrics.ts";

/** Counts and times calls to one outside party, by operation and by how they ended. */
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
