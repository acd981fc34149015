import type { PlannedPerson } from "./people.ts";
import type { StaffSession } from "./plan-staff.ts";
import type { PlannedOrder } from "./planned-order.ts";

/** What somebody does with an order that stands. */
export type PayerAction = "pay" | "pay-twice" | "pay-other" | "decline" | "cancel" | "pay-invoice";

export type Act =
  | { readonly kind: "hire" }
  | { readonly kind: "join"; readonly person: PlannedPerson }
  | { readonly kind: "hand-in"; readonly person: PlannedPerson }
  | { readonly kind: "order"; readonly order: PlannedOrder }
  | { readonly kind: "action"; readonly action: PayerAction; readonly order: PlannedOrder }
  | { readonly kind: "staff"; readonly session: StaffSession };

/** A moment to which the clock leaps, and everything that is done there at once. */
export interface Step {
  readonly atMs: number;
  readonly day: number;
  readonly acts: readonly Act[];
  /** Orders that are over when the step is: nobody goes on before. */
  readonly ending: readonly PlannedOrder[];
  /**
   * Orders that only people end. A refund whose refusal falls into a leap has no known outcome, for its answer comes behind its
   * lease: nobody goes on before all of theirs rests.
   */
  readonly trailing: readonly PlannedOrder[];
}
