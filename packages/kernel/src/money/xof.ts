import type { Brand } from "../brand.ts";

/** Whole West African CFA francs, never negative (ISO 4217: XOF, exponent 0). */
export type Xof = Brand<bigint, "Xof">;

/** Makes an XOF amount. Throws `RangeError` below zero. */
export function xof(value: bigint): Xof {
  if (value < 0n) throw new RangeError(`Negative XOF amount: ${value}`);
  return value as Xof;
}
