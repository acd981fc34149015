import type { ReplayedFact } from "@sanu/contracts";

/** By rail and account, what it could pay out at the end of each day; whole francs or satoshis. */
export interface FloatOverTime {
  readonly accounts: Record<string, Record<string, bigint>>;
}

export const initial: FloatOverTime = { accounts: {} };

/** Keeps the newest report of each day. */
export function evolve(state: FloatOverTime, fact: ReplayedFact): FloatOverTime {
  if (fact.name !== "FloatReported") return state;
  const { rail, account, available, observedAt } = fact.data;
  const days = (state.accounts[`${rail} ${account}`] ??= {});
  days[observedAt.slice(0, 10)] =
    available.currency === "XOF" ? available.amountXof : available.amountSats;
  return state;
}
