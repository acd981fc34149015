import type { ReplayedFact } from "@sanu/contracts";

interface Steps {
  ordered: number;
  paid: number;
  completed: number;
}

/** By the channel of mobile money, how many orders came how far. */
export interface ConversionByOperator {
  readonly operators: Record<string, Steps>;
  /** The operator of each transaction that is not at its end. */
  readonly open: Map<string, Steps>;
}

export const initial: ConversionByOperator = { operators: {}, open: new Map() };

/** Counts each transaction where its mobile money goes: in of a purchase, out of a sale. */
export function evolve(state: ConversionByOperator, fact: ReplayedFact): ConversionByOperator {
  const { operators, open } = state;
  switch (fact.name) {
    case "TransactionCreated": {
      const operator = fact.data.payoutChannel ?? fact.data.channel;
      const steps = (operators[operator] ??= { ordered: 0, paid: 0, completed: 0 });
      steps.ordered += 1;
      open.set(fact.data.transactionId, steps);
      return state;
    }
    case "TransactionPaid": {
      const steps = open.get(fact.data.transactionId);
      if (steps !== undefined) steps.paid += 1;
      return state;
    }
    case "TransactionCompleted": {
      const steps = open.get(fact.data.transactionId);
      if (steps !== undefined) steps.completed += 1;
      open.delete(fact.data.transactionId);
      return state;
    }
    case "TransactionFailed":
      open.delete(fact.data.transactionId);
      return state;
    default:
      return state;
  }
}

/** The counts, and what share of the orders was completed. */
export function view({ operators }: ConversionByOperator) {
  return Object.entries(operators)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([operator, steps]) => ({
      operator,
      ...steps,
      completedPercent: Math.round((steps.completed * 100) / steps.ordered),
    }));
}
