import { type Sats, sats } from "@sanu/kernel";

/**
 * What the receiver in this place costs of a fee that is paid for several: the same for each, and the satoshis that are left over fall
 * on the first ones. The only place where a fee on chain is rounded.
 */
export function feeShare(feeSats: bigint, { at, of }: { at: number; of: number }): Sats {
  const [count, place] = [BigInt(of), BigInt(at)];
  return sats(feeSats / count + (place < feeSats % count ? 1n : 0n));
}
