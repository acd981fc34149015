/** What our accounts held when comparing began, less what the ledger had then, and how far that may lie from the truth. */
export interface LedgerBase {
  readonly base: bigint;
  readonly slack: bigint;
}

/** Of a base that is not known yet. */
export const notBegun = -1n;

/** Of so many comparisons what moved is kept: an account's word is never older. */
export const movedRecentlyMax = 3;

/** What one look at all accounts says of the base, and how much more or less they may hold than is booked. */
export interface BaseSeen {
  readonly stated: bigint;
  readonly ledger: bigint;
  readonly moreAtMost: bigint;
  readonly lessAtMost: bigint;
}

/** The base as one look has it. Under load that is as wrong as what moved since the oldest word, and what is on its way. */
export function baseOf({ stated, ledger, moreAtMost, lessAtMost }: BaseSeen): LedgerBase {
  const seen = stated - ledger;
  return between(seen - moreAtMost, seen + lessAtMost);
}

/**
 * The base within what is known of it and what one more look says. Who began under load knows it exactly at the first quiet
 * moment; what is exact stays, and what contradicts it changes nothing.
 */
export function narrowed(known: LedgerBase, seen: BaseSeen): LedgerBase {
  const one = baseOf(seen);
  const lowest = larger(known.base - known.slack, one.base - one.slack);
  const highest = 0n - larger(0n - known.base - known.slack, 0n - one.base - one.slack);
  return highest < lowest ? known : between(lowest, highest);
}

function between(lowest: bigint, highest: bigint): LedgerBase {
  // Rounded up: what is half a unit wide holds both its ends.
  const slack = (highest - lowest + 1n) / 2n;
  return { base: lowest + slack, slack };
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
