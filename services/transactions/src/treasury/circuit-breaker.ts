/** `closed`: orders flow. `open`: none is taken. `half-open`: a few are, to see whether their payouts arrive. */
export interface CircuitBreaker {
  readonly state: "closed" | "open" | "half-open";
  readonly sinceMs: number;
  /** How long it stays open; it doubles each time that probes failed and none arrived. */
  readonly pauseMs: number;
}

/** How payouts ended since the breaker changed, or its window began. */
export interface Outcomes {
  readonly settled: number;
  /** Because the rail could not; what a receiver refused is no fault of it. */
  readonly failed: number;
}

export interface BreakerTerms {
  readonly failuresBasisPoints: number;
  /** Fewer outcomes in a window prove nothing. */
  readonly outcomesMin: number;
  readonly windowMs: number;
  readonly pauseMs: number;
  readonly pauseMaxMs: number;
  /** Orders that are let through to probe, and again after each first pause that brought no outcome, in place of those that nobody paid. */
  readonly probes: number;
}

const wholeBasisPoints = 10_000;

/** What the breaker becomes; `undefined` where it stays. The outcomes are counted anew from each change on. */
export function decideBreaker(
  breaker: CircuitBreaker,
  outcomes: Outcomes,
  { nowMs, terms }: { readonly nowMs: number; readonly terms: BreakerTerms },
): CircuitBreaker | undefined {
  const ageMs = nowMs - breaker.sinceMs;
  switch (breaker.state) {
    case "closed":
      if (isFailing(outcomes, terms)) return open(nowMs, terms.pauseMs);
      return ageMs >= terms.windowMs ? closed(nowMs) : undefined;
    case "open":
      return ageMs >= breaker.pauseMs ? halfOpen(nowMs, breaker.pauseMs) : undefined;
    case "half-open":
      // One that arrived proves the rail; one that failed may be its receiver's fault.
      if (outcomes.settled > 0) return closed(nowMs);
      if (outcomes.failed >= terms.probes) return openForLonger(breaker, nowMs, terms);
      if (outcomes.failed > 0) {
        return ageMs >= breaker.pauseMs ? openForLonger(breaker, nowMs, terms) : undefined;
      }
      // Others may try soon, however long the pause has grown: to order and not to pay costs nothing.
      return ageMs >= Math.min(breaker.pauseMs, terms.pauseMs)
        ? halfOpen(nowMs, breaker.pauseMs)
        : undefined;
  }
}

/** How many orders may probe it from now on, where some have been paid for already and wait for their payout. */
export function probesOf(
  { state }: Pick<CircuitBreaker, "state">,
  paid: number,
  { probes }: Pick<BreakerTerms, "probes">,
): number {
  return state === "half-open" ? Math.max(0, probes - paid) : 0;
}

function isFailing({ settled, failed }: Outcomes, terms: BreakerTerms): boolean {
  const total = settled + failed;
  if (total < terms.outcomesMin) return false;
  return failed * wholeBasisPoints >= total * terms.failuresBasisPoints;
}

function openForLonger({ pauseMs }: CircuitBreaker, nowMs: number, terms: BreakerTerms) {
  return open(nowMs, Math.min(2 * pauseMs, terms.pauseMaxMs));
}

const closed = (sinceMs: number): CircuitBreaker => ({ state: "closed", sinceMs, pauseMs: 0 });
const open = (sinceMs: number, pauseMs: number): CircuitBreaker => ({
  state: "open",
  sinceMs,
  pauseMs,
});
const halfOpen = (sinceMs: number, pauseMs: number): CircuitBreaker => ({
  state: "half-open",
  sinceMs,
  pauseMs,
});
