import type { Mishap, Operation, Sandbox } from "@sanu/sandbox";
import { type Outage, partialOutages, type RailOperations, shuffled } from "@sanu/testing";

/** Everything over which money moves, each by what moves it and what tells how that ended. */
const rails = {
  collection: { calls: ["payments.create"], questions: ["payments.read"] },
  refund: { calls: ["refunds.create"], questions: ["refunds.read"] },
  disbursement: { calls: ["disbursements.create"], questions: ["disbursements.read"] },
  lightning: { calls: ["lightning.pay"], questions: ["lightning.track"] },
  chain: { calls: ["chain.broadcast"], questions: ["chain.track"] },
  invoice: { calls: ["invoices.create", "invoices.capture"], questions: ["invoices.read"] },
} as const satisfies Readonly<Record<string, RailOperations>>;
export type RailName = keyof typeof rails;

/** First what pays out, while money comes in; then what brings it in. */
const halves: readonly (readonly RailName[])[] = [
  ["refund", "disbursement", "lightning", "chain"],
  ["collection", "invoice"],
];

/** One turn: what the rails suffer in it that are not well. */
export type Turn = Partial<Readonly<Record<RailName, Outage>>>;

/** In each round every rail suffers every kind of outage once, and is well once in its half, in an order of its own. */
export function drawTurns(rounds: number, random: () => number): readonly Turn[] {
  const kinds = [undefined, ...partialOutages];
  return Array.from({ length: rounds }).flatMap(() =>
    halves.flatMap((names) => {
      const orders = names.map((name) => ({ name, order: shuffled(kinds, random) }));
      return kinds.map((_kind, turn) =>
        Object.fromEntries(orders.map(({ name, order }) => [name, order[turn]])),
      );
    }),
  );
}

/** Calls that went wrong, by rail and kind of outage. */
export type Suffered = Map<string, number>;

/** Lets the rails suffer a turn until the next one, and counts what went wrong; tells whether each has suffered in it. */
export function begin(
  { control }: Pick<Sandbox, "control">,
  turn: Turn,
  suffered: Suffered,
): () => boolean {
  const unmet = new Set<string>();
  const deciders = railNames.flatMap((name) => {
    const outage = turn[name];
    if (outage === undefined) return [];
    unmet.add(name);
    return [{ name, met: `${name}: ${outage.kind}`, decide: outage.decide(rails[name]) }];
  });
  control.decideFaults((operation: Operation): Mishap | undefined => {
    for (const { name, met, decide } of deciders) {
      const mishap = decide(operation);
      if (mishap === undefined) continue;
      suffered.set(met, (suffered.get(met) ?? 0) + 1);
      unmet.delete(name);
      return mishap;
    }
    return undefined;
  });
  return () => unmet.size === 0;
}

export const railNames: readonly RailName[] = halves.flat();
