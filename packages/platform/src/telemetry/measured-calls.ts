import type { Metrics } from "./metrics.ts";

/** Counts and times the calls to one target by their outcome; the answers pass through as they are. */
export function measuredCalls(target: string, outsideCalls: Metrics["outsideCalls"]) {
  return async <Answer extends { readonly kind: string }>(
    operation: string,
    call: Promise<Answer>,
  ): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await call;
    const labels = { target, operation, outcome: answer.kind };
    outsideCalls.observe(labels, performance.now() - startedAt);
    return answer;
  };
}
