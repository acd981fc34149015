import { type FactDefinition, typesOfFact } from "./fact.ts";
import { identityFacts } from "./identity/facts.ts";
import { paymentsFacts } from "./payments/facts.ts";
import { payoutsFacts } from "./payouts/facts.ts";
import { transactionsFacts } from "./transactions/facts.ts";

/** Every public fact; each definition knows all versions that were ever published. */
export const facts: readonly FactDefinition[] = [
  ...identityFacts,
  ...transactionsFacts,
  ...paymentsFacts,
  ...payoutsFacts,
];

const byType = new Map(facts.flatMap((fact) => typesOfFact(fact).map((type) => [type, fact])));

/** The definition behind a `ce-type`; `undefined` for a fact this release does not know. */
export function findFact(type: string): FactDefinition | undefined {
  return byType.get(type);
}
