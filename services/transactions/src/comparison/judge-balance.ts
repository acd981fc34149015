/** What is known of a currency at one moment, in whole units. */
export interface ComparedBalance {
  /** What all accounts hold, by their providers. */
  readonly stated: bigint;
  /** What they held when comparing began, less what the ledger had then. */
  readonly base: bigint;
  /** What the ledger's floats moved since. */
  readonly ledger: bigint;
  /** How much more they may hold than is booked: what came in, and what is booked as gone and has not left. */
  readonly moreAtMost: bigint;
  /** How much less: what has left, and what is booked as come in and is not in their words. */
  readonly lessAtMost: bigint;
  readonly tolerance: bigint;
  /** The difference for which a case is open, or was closed by people; 0 where there is none. */
  readonly known: bigint;
  /** What the last comparison saw and nobody was told of yet; 0 where it saw nothing. */
  readonly suspected: bigint;
}

export type BalanceVerdict =
  | { readonly kind: "agrees" }
  /** Seen once: what is on its way arrives until the next comparison. */
  | { readonly kind: "suspected"; readonly difference: bigint }
  | { readonly kind: "differs"; readonly difference: bigint }
  /** What differed does no more. */
  | { readonly kind: "resolved" };

/**
 * Money that a provider has and the ledger has not, or the other way round. What differs is told when two comparisons see
 * it in the same direction, and not again until it grows or goes.
 */
export function judgeBalance(seen: ComparedBalance): BalanceVerdict {
  const { stated, base, ledger, moreAtMost, lessAtMost, tolerance, known, suspected } = seen;
  const difference = stated - base - ledger;
  if (known !== 0n && sizeOf(difference) <= tolerance) return { kind: "resolved" };
  const unknown = difference - known;
  if (0n - lessAtMost - tolerance <= unknown && unknown <= moreAtMost + tolerance) {
    return { kind: "agrees" };
  }
  const isSameDirection = suspected > known === difference > known;
  const isSeenAgain = suspected !== 0n && isSameDirection;
  return { kind: isSeenAgain ? "differs" : "suspected", difference };
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? 0n - amount : amount;
}
