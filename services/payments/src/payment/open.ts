import { type MovementEngine, openMovements } from "@sanu/platform";
import { payment } from "./decide.ts";
import type { PaymentDeps } from "./deps.ts";
import { PaymentEvent } from "./events.ts";
import { collectionMovement } from "./movement.ts";
import { publishPayment } from "./publish.ts";

export function openPayments(engine: MovementEngine, deps: PaymentDeps) {
  return openMovements(engine, {
    schema: PaymentEvent,
    publish: publishPayment,
    decider: payment,
    movements: [collectionMovement(deps)],
  });
}
