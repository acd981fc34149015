import type { Brand } from "../brand.ts";

/** Whole satoshis, never negative; 100 000 000 make one bitcoin. */
export type Sats = Brand<bigint, "Sats">;

export const SATS_PER_BTC = 100_000_000n;

/** Makes a satoshi amount. Throws `RangeError` below zero. */
export function sats(value: bigint): Sats {
  if (value < 0n) throw new RangeError(`Negative satoshi amount: ${value}`);
  return value as Sats;
}
