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
  deps: {
    readonly send: Omit<SendDeps, "rail">;
    readonly disbursement: Omit<DisbursementDeps, "rail">;
  },
) {
  const { disbursement } = deps;
  const aggregate = { schema: PayoutEvent, publish: publishPayout, decider: payout };
  const movements = {
    send: deps.send.rails.map((rail) => sendMovement({ ...deps.send, rail })),
    disbursement: disbursement.rails.map((rail) => disbursementMovement({ ...disbursement, rail })),
  };
  const send = openMovements(engine, { ...aggregate, movements: movements.send });
  const disbursed = openMovements(engine, { ...aggregate, movements: movements.disbursement });
  const executors = { send: send.executor, disbursement: disbursed.executor };
  return { executors, store: send.store };
}
