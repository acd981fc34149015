import {
  accepted,
  type Decision,
  type Instant,
  isRecorded,
  nothingNew,
  type SaidOfAttempt,
} from "@sanu/kernel";
import type { SettlePayout } from "./commands.ts";
import type { PayoutEvent } from "./events.ts";
import { type Contradiction, endOf, type OrderedPayout } from "./state.ts";
import { moneyOf } from "./transfer.ts";

type Contradicted = Decision<PayoutEvent, never>;

/** The rail says that what it had not sent, or what was sent by another attempt too, has arrived. */
export function arrivedAfterAll(
  state: OrderedPayout,
  { attemptNumber, fee, settledAt }: SettlePayout,
): Contradicted {
  return contradicted(state, { attemptNumber, found: "arrived" }, { fee, foundAt: settledAt });
}

/** The rail says that what had arrived was never sent. */
export function neverSentAfterAll(
  state: OrderedPayout,
  { attemptNumber, at: foundAt }: { readonly attemptNumber: number; readonly at: Instant },
): Contradicted {
  return contradicted(state, { attemptNumber, found: "never" }, { fee: null, foundAt });
}

function contradicted(
  state: OrderedPayout,
  said: SaidOfAttempt,
  when: Pick<Contradiction, "fee" | "foundAt">,
): Contradicted {
  if (isRecorded(state.contradictions ?? [], said)) return nothingNew();
  return accepted({ type: "OutcomeContradicted", v: 1, ...endOf(state.order), ...said, ...when });
}

/** The end by an earlier attempt that arrived after all, once no later one is under way; else undefined. */
export function settledByEarlier(state: OrderedPayout): PayoutEvent | undefined {
  const arrived = arrivedBefore(state);
  if (arrived === undefined || arrived.fee === null) return undefined;
  const { attemptNumber, fee, foundAt: settledAt } = arrived;
  const end = { attemptNumber, sent: moneyOf(state.order.transfer), fee, settledAt };
  return { type: "PayoutSettled", v: 1, ...endOf(state.order), ...end };
}

/** Nothing is sent again behind this. */
export function arrivedBefore({ contradictions = [] }: OrderedPayout): Contradiction | undefined {
  return contradictions.find(({ found }) => found === "arrived");
}
