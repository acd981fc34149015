import { type MovementEngine, openMovements } from "@sanu/platform";
import type { CollectionRail } from "@sanu/rails";
import { refund } from "./decide.ts";
import type { RefundDeps } from "./deps.ts";
import { RefundEvent } from "./events.ts";
import { refundMovement } from "./movement.ts";
import { publishRefund } from "./publish.ts";

export function openRefunds(
  engine: MovementEngine,
  { rails, ...deps }: Omit<RefundDeps, "rail"> & { readonly rails: readonly CollectionRail[] },
) {
  return openMovements(engine, {
    schema: RefundEvent,
    publish: publishRefund,
    decider: refund,
    movements: rails.map((rail) => refundMovement({ ...deps, rail })),
  });
}
