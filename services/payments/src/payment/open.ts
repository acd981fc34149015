import { type MovementEngine, openMovements } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import { payment } from "./decide.ts";
import type { PaymentDeps } from "./deps.ts";
import { PaymentEvent } from "./events.ts";
import { collectionMovement } from "./movement.ts";
import { publishPayment } from "./publish.ts";

export function openPayments(
  engine: MovementEngine,
  { rails, ...deps }: Omit<PaymentDeps, "rail"> & { readonly rails: readonly CollectionRail[] },
) {
  return openMovements(engine, {
    schema: PaymentEvent,
    publish: publishPayment,
    decider: payment,
    movements: rails.map((rail) => collectionMovement({ ...deps, rail })),
  });
}
