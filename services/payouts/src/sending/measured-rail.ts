import type { Metrics } from "@sanu/platform";
import type { SendRail } from "@sanu/rails";

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredRail(rail: SendRail, outsideCalls: Metrics["outsideCalls"]): SendRail {
  const measured = async <Answer extends { readonly kind: string }>(
    operation: string,
    call: Promise<Answer>,
  ): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await call;
    const labels = { target: rail.provider, operation, outcome: answer.kind };
    outsideCalls.observe(labels, performance.now() - startedAt);
    return answer;
  };
  return {
    ...rail,
    prepare: (order) => measured("prepare", rail.prepare(order)),
    send: (command) => measured("send", rail.send(command)),
    status: (naturalKey) => measured("status", rail.status(naturalKey)),
  };
}
