import type { Outcome } from "./outcomes.ts";
import type { PlannedPerson } from "./people.ts";

/** An order that somebody will make, with what becomes of it. */
export interface PlannedOrder {
  readonly index: number;
  readonly person: PlannedPerson;
  readonly type: "BUY_BITCOIN" | "SELL_BITCOIN";
  readonly amountXof: number;
  readonly number: string;
  readonly receiver: string;
  readonly outcome: Outcome;
}
