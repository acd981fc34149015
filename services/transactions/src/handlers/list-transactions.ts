import { ListTransactions } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readListPage } from "../projections/list/query.ts";
import { type ListingDeps, pageOf } from "./listing.ts";

export function listTransactions(deps: ListingDeps): RequestHandler {
  return handleRequest(ListTransactions, async (request) => {
    const asked = pageOf(request);
    if (asked.kind === "broken") return refuse("validation-failed", undefined, asked.fields);
    return await readListPage(deps, asked.page, { ...deps, language: request.language });
  });
}
