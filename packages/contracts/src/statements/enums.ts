import { z } from "zod";

/** How a provider's statement and our books differ about one movement, or about the account as a whole. */
export const DifferenceKind = z.enum([
  "missing-at-us",
  "missing-at-provider",
  "other-amount",
  "other-state",
  "other-fee",
  /** The same movement in another direction, or of another sort. */
  "other-kind",
  "doubled",
  /** The statement's lines do not lead from its opening to its closing balance. */
  "other-balance",
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

export const MovementKind = z.enum([
  "collection",
  "refund",
  "disbursement",
  "capture",
  "send",
  "transfer-in",
  "transfer-out",
]);
export type MovementKind = z.infer<typeof MovementKind>;

export const MovementState = z.enum(["pending", "settled", "failed", "reversed"]);
export type MovementState = z.infer<typeof MovementState>;

/** A whole number of francs or satoshis, also below zero; which of them the field `currency` beside it says. */
export const SignedWholeText = z
  .string()
  .regex(/^-?(?:0|[1-9]\d{0,17})$/)
  .meta({ "x-unit": "currency" });

/** What one side says, in whole francs or satoshis; a balance has neither kind, state nor fee. */
export const MovementSide = z.object({
  kind: MovementKind.nullable(),
  state: MovementState.nullable(),
  currency: z.enum(["XOF", "SATS"]),
  amount: SignedWholeText,
  fee: SignedWholeText.nullable(),
});
export type MovementSide = z.infer<typeof MovementSide>;
