import type { AccountId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";

export interface ErasureStep {
  /** The `table.column`s in which nothing of the person is left behind it. */
  readonly columns: readonly string[];
  /** Deletes, or empties, what belongs to the account `$1`. Doing it twice is the same as once. */
  readonly text: string;
}

/** Every erasable column of `docs/personal-data.md` stands in a service's plan; a test of the rules compares both. */
export interface ErasurePlan {
  /** In the order in which they run, all in the commit that obeys the erasure. */
  readonly steps: readonly ErasureStep[];
  /** Columns that are empty as soon as nothing of the person is open, which is before she can be erased. */
  readonly emptiedBefore: readonly string[];
}

/** What deletes a person's data in one service, in the order of its plan; they commit together. */
export function erasureStatements(plan: ErasurePlan, accountId: AccountId): readonly Statement[] {
  return plan.steps.map(({ text }) => CompiledQuery.raw(text, [accountId]));
}
