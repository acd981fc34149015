import type { FactData, StatementFacts } from "@sanu/contracts";
import { caseIdOf } from "./case-id.ts";

type Difference = Pick<
  FactData<StatementFacts["StatementDifferenceResolved"]>,
  "provider" | "account" | "differenceId" | "foundAt" | "kind"
>;

/** What was resolved and is found again is another case: the first one is closed, and its story ended. */
export function aboutDifference(difference: Difference) {
  const { provider, account, differenceId, foundAt } = difference;
  const kind = difference.kind === "other-balance" ? "balance-difference" : "statement-difference";
  const subject = { kind: "rail-account", id: `${provider}/${account}` } as const;
  return { kind, subject, key: `${differenceId}/${foundAt}` } as const;
}

export function caseIdOfDifference(difference: Difference) {
  const { kind, subject, key } = aboutDifference(difference);
  return caseIdOf(kind, subject.kind, subject.id, key);
}
