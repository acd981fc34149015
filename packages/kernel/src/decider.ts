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

/** One rule for each kind of command: a kind that has none does not compile. */
export type Rules<State, Command extends { readonly kind: string }, Result> = {
  readonly [Kind in Command["kind"]]: (
    state: State,
    command: Extract<Command, { readonly kind: Kind }>,
  ) => Result;
};

/** Decides each command by the rule for its kind. */
export function decideBy<State, Command extends { readonly kind: string }, Result>(
  rules: Rules<State, Command, Result>,
): (state: State, command: Command) => Result {
  return (state, command) => {
    // The table's type pairs each kind with its own command, which the compiler cannot follow through a lookup.
    const rule: (state: State, command: never) => Result = rules[command.kind as Command["kind"]];
    return rule(state, command as never);
  };
}
