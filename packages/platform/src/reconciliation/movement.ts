import type { MovementKind, MovementState } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";

/** Amounts are whole units of the currency: francs, or satoshis. */
interface Movement {
  readonly kind: MovementKind;
  readonly currency: "XOF" | "SATS";
  readonly amount: bigint;
  readonly fee: bigint;
  readonly state: MovementState;
  readonly at: Instant;
}

/** One movement as our log tells it. */
export interface BookedMovement extends Movement {
  /** By what it is found in a statement. */
  readonly matchId: string;
  readonly subjectId: string;
  readonly transactionId: string;
}

/** One line of a statement. */
export interface StatedMovement extends Movement {
  readonly matchId: string;
  readonly reference: string;
  readonly key: string | null;
}

/** All that both sides say under one name. */
export interface MatchedSides {
  readonly matchId: string;
  readonly booked: readonly BookedMovement[];
  readonly stated: readonly StatedMovement[];
}

/** `receipts`: a payer can pay one order twice, so what comes in has the provider's name of the receipt. */
export type MatchRule = "keys" | "receipts";

/** What we order goes once under our key; where the provider keeps no key, its own name has to do. */
export function matchIdOf(
  { kind, reference, key }: Pick<StatedMovement, "kind" | "reference" | "key">,
  rule: MatchRule,
): string {
  return rule === "receipts" && kind === "collection" ? reference : (key ?? reference);
}

/** What a line did to the account. What was reversed came back, and its cost did not. */
export function effectOf({ kind, amount, fee, state }: Movement): bigint {
  if (state === "reversed") return 0n - fee;
  if (state !== "settled") return 0n;
  const isIn = kind === "collection" || kind === "capture" || kind === "transfer-in";
  return (isIn ? amount : 0n - amount) - fee;
}
