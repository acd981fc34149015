import { payoutsTrace } from "@sanu/contracts";
import { type Answerer, traceAnswerers } from "@sanu/platform";
import type { House } from "./carrying/house.ts";
import { canDisburse } from "./handlers/can-disburse.ts";

export function answerersOf(house: House): readonly Answerer[] {
  return [canDisburse(house), ...traceAnswerers("payouts", payoutsTrace, house.database)];
}
