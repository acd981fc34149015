import { acknowledgedSats } from "./client-journal.ts";
import type { Load } from "./load.ts";
import { statementAccounts } from "./statement-lies.ts";
import type { FaultSystem } from "./system.ts";
import type { Outcome } from "./verdict-race.ts";

/** Sums that are wrong because single amounts are; those are told one by one beside them. */
const sums = /^(?:The books differ:|the gateways hold|the node holds)/;

/** What the checker says of the orders whose books a verdict made wrong, and what it says beside that. */
export interface Explained {
  readonly about: readonly string[];
  readonly others: readonly string[];
}

/**
 * A verdict that ended a leg otherwise than its provider did stands in our books and nowhere outside. So does a true one
 * of money that went out, as far as the fee goes, which no person knows.
 */
export function hasWrongBooks({ entry: { leg, said, truth }, isConcluded }: Outcome): boolean {
  const hasFee = said === "arrived" && (leg === "send" || leg === "disbursement");
  return isConcluded && (said !== truth || hasFee);
}

export function explain(
  { sandbox }: FaultSystem,
  load: Load,
  {
    findings,
    outcomes,
  }: {
    readonly findings: readonly string[];
    readonly outcomes: readonly Outcome[];
  },
): Explained {
  const wrong = outcomes.filter(hasWrongBooks);
  const names = wrong.map((outcome) => {
    const { deal } = outcome.entry;
    const { key, naturalKey } = outcome.attempt;
    const lines = statementAccounts.flatMap((account) => sandbox.statements.linesOf(account));
    const text = load.journal.acknowledged.find((one) => one.key === deal.key)?.text ?? "";
    return {
      key: deal.key,
      names: [
        `${deal.key}:`,
        `${deal.key} `,
        `${deal.id}`,
        key,
        naturalKey?.split(":")[1] ?? key,
        `by-hand-${key.slice(0, 8)}`,
        `of ${acknowledgedSats(text)} SATS `,
        `of ${deal.amountXof} XOF `,
        ...lines.filter((line) => line.key === key).map(({ reference }) => reference),
      ],
    };
  });
  const keysIn = (finding: string) =>
    names.filter((one) => one.names.some((name) => finding.includes(name))).map(({ key }) => key);
  return {
    about: [...new Set(findings.flatMap(keysIn))].toSorted(),
    others: findings.filter(
      (finding) => keysIn(finding).length === 0 && !(wrong.length > 0 && sums.test(finding)),
    ),
  };
}
