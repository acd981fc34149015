import { amountOf, type FactData, FloatReported } from "@sanu/contracts";
import {
  commitEffect,
  type Database,
  defineReaction,
  type Reaction,
  type Statement,
} from "@sanu/platform";
import { upsertBalance } from "../comparison/comparison-statements.ts";
import { floatIdOf, reportFloat } from "../guards/float-statements.ts";
import type { TreasuryTerms } from "../treasury/treasury-terms.ts";

export interface FloatDeps {
  readonly database: Database;
  readonly closedMarks: TreasuryTerms["closedMarks"];
}

/** Orders may be promised what a float holds from now on, less what is promised already. */
export function whenFloatReported({ database, closedMarks }: FloatDeps): Reaction {
  return defineReaction({
    name: "transactions.when-float-reported",
    fact: FloatReported,
    aggregateId: ({ rail, account }) => `float ${rail} ${account}`,
    async react(report, given) {
      const write = reportFloat(report, closedMarks[report.rail]);
      return commitEffect(database, [given.handled, write, ...heldOf(report)]);
    },
  });
}

/** What is ours there, to be compared with the ledger; where nothing is said of it, it is what could be paid out. */
function heldOf(report: FactData<typeof FloatReported>): readonly Statement[] {
  const { held, observedAt: statedAt } = report;
  if (held === undefined) return [];
  const { currency } = held;
  const balance = amountOf(held).toString();
  return [upsertBalance({ account: floatIdOf(report), currency, balance, statedAt })];
}
