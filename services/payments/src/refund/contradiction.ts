import { type Decision, type Instant, nothingNew, outcomeContradictions } from "@sanu/kernel";
import type { SettleRefund } from "./commands.ts";
import type { RefundEvent } from "./events.ts";
import { type Contradiction, eventOf, type OrderedRefund } from "./state.ts";

type Contradicted = Decision<RefundEvent, never>;

const { contradicted, arrivedBefore, isSaidToArrive } = outcomeContradictions(
  (state: OrderedRefund, said: Contradiction): RefundEvent => ({
    ...eventOf(state),
    type: "OutcomeContradicted",
    ...said,
  }),
);

export { arrivedBefore };

/** The provider says that what it had not sent, or what was sent by another attempt too, has arrived. */
export function arrivedAfterAll(
  state: OrderedRefund,
  { attemptNumber, amountXof, settledAt: foundAt }: SettleRefund,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "arrived", amountXof, foundAt });
}

/** The provider says that what had arrived was never sent. */
export function neverSentAfterAll(
  state: OrderedRefund,
  { attemptNumber, at: foundAt }: { readonly attemptNumber: number; readonly at: Instant },
): Contradicted {
  return contradicted(state, { attemptNumber, found: "never", amountXof: null, foundAt });
}

/** A refusal that is known, but where the rail has said meanwhile that it arrived: somebody may have closed the case by that word. */
export function notArrived(
  state: OrderedRefund,
  said: { readonly attemptNumber: number; readonly at: Instant },
): Contradicted {
  const isNews = isSaidToArrive(state, said.attemptNumber);
  return isNews ? neverSentAfterAll(state, said) : nothingNew();
}

/** The end by an earlier attempt that arrived after all, once no later one is under way; else undefined. */
export function settledByEarlier(state: OrderedRefund): RefundEvent | undefined {
  const arrived = arrivedBefore(state);
  if (arrived === undefined || arrived.amountXof === null) return undefined;
  const { attemptNumber, amountXof, foundAt: settledAt } = arrived;
  return { ...eventOf(state), type: "RefundSettled", attemptNumber, amountXof, settledAt };
}
