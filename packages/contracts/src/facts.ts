import type { FactDefinition } from "./fact.ts";
import { identityFacts } from "./identity/facts.ts";
import { paymentsFacts } from "./payments/facts.ts";
import { payoutsFacts } from "./payouts/facts.ts";
import { transactionsFacts } from "./transactions/facts.ts";

/** Every public fact in every version that was ever published. */
export const facts: readonly FactDefinition[] = [
  ...identityFacts,
  ...transactionsFacts,
  ...paymentsFacts,
  ...payoutsFacts,
];

const byType = new Map(facts.map((fact) => [fact.type, fact]));

/** The definition behind a `ce-type`; `undefined` for a fact this release does not know. */
export function findFact(type: string): FactDefinition | undefined {
  return byType.get(type);
}
