import { GetTransaction } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { type DetailTerms, findTransaction } from "../projections/detail/query.ts";

/** One transaction of its owner; nobody can tell somebody else's from one that does not exist. */
export function getTransaction(
  deps: DetailTerms & { readonly database: Database },
): RequestHandler {
  return handleRequest(GetTransaction, async (request) => {
    const transaction = await findTransaction(deps.database, request, deps);
    return transaction === undefined ? refuse("not-found") : { transaction };
  });
}
