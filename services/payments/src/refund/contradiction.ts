import {
  accepted,
  type Decision,
  type Instant,
  isRecorded,
  nothingNew,
  type SaidOfAttempt,
} from "@sanu/kernel";
import type { SettleRefund } from "./commands.ts";
import type { RefundEvent } from "./events.ts";
import { type Contradiction, eventOf, type OrderedRefund } from "./state.ts";

type Contradicted = Decision<RefundEvent, never>;

/** The provider says that what it had not sent, or what was sent by another attempt too, has arrived. */
export function arrivedAfterAll(state: OrderedRefund, command: SettleRefund): Contradicted {
  const { attemptNumber, amountXof, settledAt: foundAt } = command;
  return contradicted(state, { attemptNumber, found: "arrived" }, { amountXof, foundAt });
}

/** The provider says that what had arrived was never sent. */
export function neverSentAfterAll(
  state: OrderedRefund,
  { attemptNumber, at: foundAt }: { readonly attemptNumber: number; readonly at: Instant },
): Contradicted {
  return contradicted(state, { attemptNumber, found: "never" }, { amountXof: null, foundAt });
}

function contradicted(
  state: OrderedRefund,
  said: SaidOfAttempt,
  when: Pick<Contradiction, "amountXof" | "foundAt">,
): Contradicted {
  if (isRecorded(state.contradictions ?? [], said)) return nothingNew();
  return accepted({ ...eventOf(state), type: "OutcomeContradicted", ...said, ...when });
}

/** The end by an earlier attempt that arrived after all, once no later one is under way; else undefined. */
export function settledByEarlier(state: OrderedRefund): RefundEvent | undefined {
  const arrived = arrivedBefore(state);
  if (arrived === undefined || arrived.amountXof === null) return undefined;
  const { attemptNumber, amountXof, foundAt: settledAt } = arrived;
  return { ...eventOf(state), type: "RefundSettled", attemptNumber, amountXof, settledAt };
}

/** Nothing is sent again behind this. */
export function arrivedBefore({ contradictions = [] }: OrderedRefund): Contradiction | undefined {
  return contradictions.find(({ found }) => found === "arrived");
}
