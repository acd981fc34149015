import { type MovementEngine, openMovements } from "@sanu/platform";
import { payout } from "./decide.ts";
import type { DisbursementDeps } from "./disbursement/deps.ts";
import { disbursementMovement } from "./disbursement/movement.ts";
import { PayoutEvent } from "./events.ts";
import { publishPayout } from "./publish.ts";
import type { SendDeps } from "./send/deps.ts";
import { sendMovement } from "./send/movement.ts";

/** Executors of their own: a slow provider of one holds up no attempts of the other. */
export function openPayouts(
  engine: MovementEngine,
  deps: { readonly send: SendDeps; readonly disbursement: DisbursementDeps },
) {
  const aggregate = { schema: PayoutEvent, publish: publishPayout, decider: payout };
  const movements = {
    send: [sendMovement(deps.send)],
    disbursement: [disbursementMovement(deps.disbursement)],
  };
  const send = openMovements(engine, { ...aggregate, movements: movements.send });
  const disbursement = openMovements(engine, { ...aggregate, movements: movements.disbursement });
  const executors = { send: send.executor, disbursement: disbursement.executor };
  return { executors, store: send.store };
}
