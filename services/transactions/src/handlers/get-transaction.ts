import { GetTransaction } from "@sanu/contracts";
import { type Answerer, answers, type Database, refuse } from "@sanu/platform";
import { findTransaction } from "../projections/detail/query.ts";

/** One transaction of its owner; nobody can tell somebody else's from one that does not exist. */
export function getTransaction(needs: {
  readonly database: Database;
  readonly pageUrlOf: (token: string) => string;
}): Answerer {
  return answers(GetTransaction, async (ask) => {
    const transaction = await findTransaction(needs.database, ask, needs.pageUrlOf);
    return transaction === undefined ? refuse("not-found") : { transaction };
  });
}
