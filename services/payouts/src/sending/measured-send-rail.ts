import { type Metrics, measuredCalls } from "@sanu/platform";
import type { SendRail } from "@sanu/rails";

/** The same rail; every call that leaves is counted and timed by its outcome. */
export function measuredSendRail(rail: SendRail, outsideCalls: Metrics["outsideCalls"]): SendRail {
  const measured = measuredCalls(rail.provider, outsideCalls);
  return {
    ...rail,
    prepare: (order) => measured("prepare", rail.prepare(order)),
    send: (command) => measured("send", rail.send(command)),
    status: (naturalKey) => measured("status", rail.status(naturalKey)),
  };
}
