import { type AttemptReport, abandoned, type CallingStep } from "@sanu/attempts";
import { type Decider, fold, unreachable } from "@sanu/kernel";
import type { EventStore } from "../event-store/event-store.ts";
import { type Attempt, isJustInserted } from "./attempt.ts";
import {
  isOrdered,
  type MoneyMovement,
  type MovementStep,
  type Ordered,
  type Preparation,
} from "./money-movement.ts";

interface Aggregate<State, Event> {
  readonly store: EventStore<Event>;
  readonly decider: Pick<Decider<State, never, Event, string>, "initial" | "evolve">;
}

interface StepUnderWay {
  readonly attempt: Attempt;
  readonly step: CallingStep;
  readonly beforeCall: () => void;
}

export async function perform<State extends { readonly status: string }, Command, Event>(
  aggregate: Aggregate<State, Event>,
  movement: MoneyMovement<State, Command, Event>,
  { attempt, step, beforeCall }: StepUnderWay,
): Promise<AttemptReport<Command>> {
  const under = stepOf(aggregate, attempt, beforeCall);
  switch (step) {
    case "call":
    case "resend":
      return movement.call({ ...under, step });
    case "check-status":
      return movement.checkStatus(under);
    case "cancel":
      if (movement.cancel === undefined) throw new Error(`Nobody takes back a ${movement.kind}`);
      return movement.cancel(under);
    case "withdraw":
      if (movement.withdraw === undefined) throw new Error(`Nobody takes back a ${movement.kind}`);
      return abandoned("withdrawn", movement.withdraw());
    default:
      return unreachable(step);
  }
}

export async function prepare<State extends { readonly status: string }, Command, Event>(
  aggregate: Aggregate<State, Event>,
  movement: MoneyMovement<State, Command, Event>,
  { attempt, beforeCall }: Pick<StepUnderWay, "attempt" | "beforeCall">,
): Promise<Preparation<AttemptReport<Command>>> {
  if (movement.prepare === undefined) throw new Error(`A ${movement.kind} needs no preparation`);
  return movement.prepare(stepOf(aggregate, attempt, beforeCall));
}

export function reportOfUsedKey<Command>(
  { kind, reportOfUsedKey }: Pick<MoneyMovement<never, Command, never>, "kind" | "reportOfUsedKey">,
  attempt: Attempt,
): AttemptReport<Command> {
  if (reportOfUsedKey === undefined) throw new Error(`A ${kind} has no key but its own`);
  return reportOfUsedKey(attempt);
}

function stepOf<State extends { readonly status: string }, Event>(
  aggregate: Aggregate<State, Event>,
  attempt: Attempt,
  beforeCall: () => void,
): MovementStep<State> {
  const { store } = aggregate;
  const { subjectId } = attempt;
  const read = async (remembered: ReturnType<typeof store.recall>): Promise<Ordered<State>> => {
    const { events } = remembered ?? (await store.load(subjectId));
    const state = fold(aggregate.decider, events);
    if (isOrdered(state)) return state;
    throw new Error(`Attempt ${attempt.attemptId} has no order: they commit together`);
  };
  return {
    attempt,
    // Right behind the commit of the attempt everything is as it was left; later it may have changed.
    load: () => read(isJustInserted(attempt) ? store.recall(subjectId) : undefined),
    recall: () => read(store.recall(subjectId)),
    beforeCall,
  };
}
