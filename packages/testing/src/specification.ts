import { type Decider, type Decision, fold } from "@sanu/kernel";
import { expect } from "vitest";

/** A specification of one decision: given what happened, when somebody asks, then this is the answer. */
export interface Specification<State, Command, Event, Code extends string> {
  readonly given: (...history: readonly Event[]) => {
    readonly when: (command: Command) => Outcome<State, Event, Code>;
  };
}

export interface Outcome<State, Event, Code extends string> {
  readonly decision: Decision<Event, Code>;
  readonly thenAccepted: (...events: readonly Event[]) => State;
  readonly thenNothingNew: () => State;
  readonly thenRefused: (code: Code) => State;
}

/** Makes given/when/then for a decider. */
export function specify<State, Command, Event, Code extends string>(
  decider: Decider<State, Command, Event, Code>,
): Specification<State, Command, Event, Code> {
  return {
    given: (...history) => ({
      when(command) {
        const before = fold(decider, history);
        return outcomeOf(decider, before, decider.decide(before, command));
      },
    }),
  };
}

/** What these commands lead to, one after the other, each of them twice, as everything arrives twice. */
export function historyOf<State, Command, Event, Code extends string>(
  decider: Decider<State, Command, Event, Code>,
  commands: readonly Command[],
): readonly Event[] {
  const events: Event[] = [];
  for (const each of commands.flatMap((one) => [one, one])) {
    const decision = decider.decide(fold(decider, events), each);
    if (decision.kind === "accepted") events.push(...decision.events);
  }
  return events;
}

function outcomeOf<State, Command, Event, Code extends string>(
  decider: Decider<State, Command, Event, Code>,
  before: State,
  decision: Decision<Event, Code>,
): Outcome<State, Event, Code> {
  return {
    decision,
    thenAccepted(...events) {
      expect(decision).toEqual({ kind: "accepted", events });
      return fold(decider, events, before);
    },
    thenNothingNew() {
      expect(decision).toEqual({ kind: "nothing-new" });
      return before;
    },
    thenRefused(code) {
      expect(decision).toMatchObject({ kind: "refused", refusal: { code } });
      return before;
    },
  };
}
