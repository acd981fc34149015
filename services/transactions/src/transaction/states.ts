import { transaction } from "./decide.ts";
import type { TransactionEvent } from "./events.ts";
import type { Transaction } from "./state.ts";

interface Folded {
  readonly events: readonly TransactionEvent[];
  readonly states: readonly Transaction[];
}

/** Several tables ask about one stream, one behind the other; a stream's list of events never changes. */
let last: Folded | undefined;

/** What a transaction was before the event at that place of its stream, and behind it. */
export function statesAround(
  events: readonly TransactionEvent[],
  place: number,
): { readonly before: Transaction; readonly after: Transaction } {
  if (last?.events !== events) last = { events, states: statesOf(events) };
  const { states } = last;
  const before = states[place - 1] ?? transaction.initial;
  return { before, after: states[place] ?? before };
}

function statesOf(events: readonly TransactionEvent[]): readonly Transaction[] {
  const states: Transaction[] = [];
  let state = transaction.initial;
  for (const event of events) {
    state = transaction.evolve(state, event);
    states.push(state);
  }
  return states;
}
