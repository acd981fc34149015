import type { Outcome } from "../plan/outcomes.ts";
import type { PlannedPerson } from "../plan/people.ts";
import type { PlannedOrder } from "../plan/planned-order.ts";
import type { DemoSystem } from "../system/demo-system.ts";

/** An order as the system knows it. */
export interface PlacedOrder {
  readonly transactionId: string;
  readonly pageUrl: string;
  readonly invoice: string | null;
}

/** One of the two who decide everything, and what her authenticator app has. */
export interface StaffMember {
  readonly email: string;
  readonly authenticatorKey: string;
}

/** Who of the plan is there by now, and what was ordered. */
export interface Cast {
  readonly system: DemoSystem;
  readonly seed: number;
  /** Where an operator makes accounts of the staff. */
  readonly identityUrl: string;
  readonly userIds: Map<number, string>;
  readonly placed: Map<number, PlacedOrder>;
  /** What becomes of each order, by its number. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly staff: StaffMember[];
}

export function userIdOf(cast: Cast, { index }: PlannedPerson): string {
  const id = cast.userIds.get(index);
  if (id === undefined) throw new Error(`Person ${index} has not joined yet`);
  return id;
}

export function placedOf(cast: Cast, { index }: PlannedOrder): PlacedOrder {
  const placed = cast.placed.get(index);
  if (placed === undefined) throw new Error(`Order ${index} was never made`);
  return placed;
}
