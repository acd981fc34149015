import { type Decision, type Instant, outcomeContradictions } from "@sanu/kernel";
import type { SettlePayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";
import { type Contradiction, endOf, type OrderedPayout } from "./state.ts";
import { moneyOf } from "./transfer.ts";

type Contradicted = Decision<PayoutEvent, never>;

const words = outcomeContradictions(
  ({ order }: OrderedPayout, said: Contradiction): PayoutEvent => ({
    type: "OutcomeContradicted",
    v: 1,
    ...endOf(order),
    ...said,
  }),
);

const { contradicted, saidAgain, arrivedBefore, arrivedByLastWord } = words;
export const { earlierArrival } = words;

/** The rail says that what it had not sent, or what was sent by another attempt too, has arrived. */
export function arrivedAfterAll(
  state: OrderedPayout,
  { attemptNumber, fee, settledAt: foundAt }: SettlePayout,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "arrived", fee, foundAt });
}

/** That it arrived is known, which is news only where the rail has said meanwhile that it did not. */
export function arrivedAgain(
  state: OrderedPayout,
  { attemptNumber, fee, settledAt: foundAt }: SettlePayout,
): Contradicted {
  return saidAgain(state, { attemptNumber, found: "arrived", fee, foundAt });
}

interface Refused {
  readonly attemptNumber: number;
  readonly at: Instant;
}

/** The rail says that what had arrived was never sent. */
export function neverSentAfterAll(state: OrderedPayout, refused: Refused): Contradicted {
  return contradicted(state, neverBy(refused));
}

/** A refusal that is known, which is news only where the rail has said meanwhile that it arrived. */
export function notArrived(state: OrderedPayout, refused: Refused): Contradicted {
  return saidAgain(state, neverBy(refused));
}

function neverBy({ attemptNumber, at: foundAt }: Refused): Contradiction {
  return { attemptNumber, found: "never", fee: null, foundAt };
}

/** The end by an earlier attempt that arrived after all, once no later one is under way; else undefined. */
export function settledByEarlier(state: OrderedPayout): PayoutEvent | undefined {
  return settledBy(state, arrivedBefore(state));
}

/** The same for people, who say the end themselves where the rail has taken that word back. */
export function settledByLastWord(state: OrderedPayout): PayoutEvent | undefined {
  return settledBy(state, arrivedByLastWord(state));
}

function settledBy(
  state: OrderedPayout,
  arrived: Contradiction | undefined,
): PayoutEvent | undefined {
  if (arrived === undefined || arrived.fee === null) return undefined;
  const { attemptNumber, fee, foundAt: settledAt } = arrived;
  const end = { attemptNumber, sent: moneyOf(state.order.transfer), fee, settledAt };
  return { type: "PayoutSettled", v: 1, ...endOf(state.order), ...end };
}
