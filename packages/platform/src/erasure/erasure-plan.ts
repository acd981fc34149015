import type { AccountId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "../database/open-database.ts";

export interface ErasureStep {
  /** The `table.column`s in which nothing of the person is left behind it. */
  readonly columns: readonly string[];
  /** Deletes, or empties, what belongs to the account `$1`. Doing it twice is the same as once. */
  readonly text: string;
}

/**
 * The one place of a service that says what an erasure deletes. Every erasable column of `docs/personal-data.md`
 * stands in it; a test of the rules compares both.
 */
export interface ErasurePlan {
  /** In the order in which they run, all in the commit that obeys the erasure. */
  readonly steps: readonly ErasureStep[];
  /** Columns that are empty as soon as nothing of the person is open, which is before she can be erased. */
  readonly emptiedBefore: readonly string[];
}

/** Everything that erases the person of an account in one service, for the commit that obeys the erasure. */
export function erasureStatements(plan: ErasurePlan, accountId: AccountId): readonly Statement[] {
  return plan.steps.map(({ text }) => CompiledQuery.raw(text, [accountId]));
}
