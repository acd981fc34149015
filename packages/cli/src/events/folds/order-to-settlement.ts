import type { ReplayedFact } from "@sanu/contracts";
import { type Instant, msBetween } from "@sanu/kernel";

/** How long it takes from the order to the proof that the money arrived. */
export interface OrderToSettlement {
  readonly orderedAt: Map<string, Instant>;
  readonly tookMs: number[];
}

export const initial: OrderToSettlement = { orderedAt: new Map(), tookMs: [] };

/** Begins with the order, and ends with its payout. */
export function evolve(state: OrderToSettlement, fact: ReplayedFact): OrderToSettlement {
  const { orderedAt, tookMs } = state;
  if (fact.name === "TransactionCreated") {
    orderedAt.set(fact.data.transactionId, fact.data.createdAt);
  } else if (fact.name === "PayoutSettled") {
    const began = orderedAt.get(fact.data.transactionId);
    if (began !== undefined) tookMs.push(msBetween(began, fact.data.settledAt));
    orderedAt.delete(fact.data.transactionId);
  } else if (fact.name === "TransactionFailed") {
    orderedAt.delete(fact.data.transactionId);
  }
  return state;
}

/** The middle one, the slowest of twenty and the slowest of all. */
export function view({ tookMs }: OrderToSettlement) {
  const sorted = tookMs.toSorted((one, other) => one - other);
  const below = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? null;
  return { settled: sorted.length, p50Ms: below(0.5), p95Ms: below(0.95), maxMs: below(1) };
}
