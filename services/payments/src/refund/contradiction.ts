import { type Decision, type Instant, outcomeContradictions } from "@sanu/kernel";
import type { SettleRefund } from "./commands.ts";
import type { RefundEvent } from "./events.ts";
import { type Contradiction, eventOf, type OrderedRefund } from "./state.ts";

type Contradicted = Decision<RefundEvent, never>;

const words = outcomeContradictions(
  (state: OrderedRefund, said: Contradiction): RefundEvent => ({
    ...eventOf(state),
    type: "OutcomeContradicted",
    ...said,
  }),
);

const { contradicted, saidAgain, arrivedBefore, arrivedByLastWord } = words;
export const { earlierArrival } = words;

/** The provider says that what it had not sent, or what was sent by another attempt too, has arrived. */
export function arrivedAfterAll(
  state: OrderedRefund,
  { attemptNumber, amountXof, settledAt: foundAt }: SettleRefund,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "arrived", amountXof, foundAt });
}

/** That it arrived is known, which is news only where the provider has said meanwhile that it did not. */
export function arrivedAgain(
  state: OrderedRefund,
  { attemptNumber, amountXof, settledAt: foundAt }: SettleRefund,
): Contradicted {
  return saidAgain(state, { attemptNumber, found: "arrived", amountXof, foundAt });
}

interface Refused {
  readonly attemptNumber: number;
  readonly at: Instant;
}

/** The provider says that what had arrived was never sent. */
export function neverSentAfterAll(state: OrderedRefund, refused: Refused): Contradicted {
  return contradicted(state, neverBy(refused));
}

/** A refusal that is known, which is news only where the provider has said meanwhile that it arrived. */
export function notArrived(state: OrderedRefund, refused: Refused): Contradicted {
  return saidAgain(state, neverBy(refused));
}

function neverBy({ attemptNumber, at: foundAt }: Refused): Contradiction {
  return { attemptNumber, found: "never", amountXof: null, foundAt };
}

/** The end by an earlier attempt that arrived after all, once no later one is under way; else undefined. */
export function settledByEarlier(state: OrderedRefund): RefundEvent | undefined {
  return settledBy(state, arrivedBefore(state));
}

/** The same for people, who say the end themselves where the provider has taken that word back. */
export function settledByLastWord(state: OrderedRefund): RefundEvent | undefined {
  return settledBy(state, arrivedByLastWord(state));
}

function settledBy(
  state: OrderedRefund,
  arrived: Contradiction | undefined,
): RefundEvent | undefined {
  if (arrived === undefined || arrived.amountXof === null) return undefined;
  const { attemptNumber, amountXof, foundAt: settledAt } = arrived;
  return { ...eventOf(state), type: "RefundSettled", attemptNumber, amountXof, settledAt };
}
