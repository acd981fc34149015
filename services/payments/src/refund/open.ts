import { type MovementEngine, openMovements } from "@sanu/platform";
import { refund } from "./decide.ts";
import type { RefundDeps } from "./deps.ts";
import { RefundEvent } from "./events.ts";
import { refundMovement } from "./movement.ts";
import { publishRefund } from "./publish.ts";

export function openRefunds(engine: MovementEngine, deps: RefundDeps) {
  return openMovements(engine, {
    schema: RefundEvent,
    publish: publishRefund,
    decider: refund,
    movements: [refundMovement(deps)],
  });
}
