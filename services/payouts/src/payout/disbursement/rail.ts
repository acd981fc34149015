import { type Metrics, measuredCalls } from "@sanu/platform";
import type { DisburseRail } from "@sanu/rails";

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredDisburseRail(
  rail: DisburseRail,
  outsideCalls: Metrics["outsideCalls"],
): DisburseRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    disburse: (order) => measured("disburse", rail.disburse(order)),
    status: (key, providerReference) =>
      measured("disburse-status", rail.status(key, providerReference)),
    floats: () => measured("floats", rail.floats()),
    conditions: (channel) => measured("conditions", rail.conditions(channel)),
  };
}
