import { ListTransactions } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readListPage } from "../projections/list/query.ts";
import { type ListingDeps, pageOf } from "./listing.ts";

export function listTransactions(deps: ListingDeps): RequestHandler {
  return handleRequest(ListTransactions, async (request) => {
    const page = pageOf(request);
    if (page === undefined) return refuse("bad-request");
    return await readListPage(deps, page, { ...deps, language: request.language });
  });
}
