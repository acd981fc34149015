import type { Decision } from "./decision.ts";

/**
 * An aggregate: where it starts, how a fact changes it, and what it answers to a command.
 * `decide` and `evolve` are pure; the present moment arrives inside the command.
 */
export interface Decider<State, Command, Event, Code extends string> {
  readonly initial: State;
  readonly decide: (state: State, command: Command) => Decision<Event, Code>;
  readonly evolve: (state: State, event: Event) => State;
}

/** Folds a stream of facts, oldest first, into the state they lead to. */
export function fold<State, Event>(
  decider: { readonly initial: State; readonly evolve: (state: State, event: Event) => State },
  events: readonly Event[],
  from: State = decider.initial,
): State {
  return events.reduce(decider.evolve, from);
}
