import { ListProgress } from "@sanu/contracts";
import { type Answerer, answers, type Database } from "@sanu/platform";
import { listProgress as readProgress } from "../projections/detail/progress-query.ts";

/** How far many transactions are: one question for everybody who follows one through a gateway. */
export function listProgress(needs: {
  readonly database: Database;
  readonly pageUrlOf: (token: string) => string;
}): Answerer {
  return answers(ListProgress, async ({ transactionIds }) => ({
    progress: await readProgress(needs.database, transactionIds, needs.pageUrlOf),
  }));
}
