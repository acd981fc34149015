import { ListMonitored } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readMonitoringPage } from "../projections/monitoring/query.ts";
import { type ListingDeps, pageOf } from "./listing.ts";

export function listMonitored(deps: ListingDeps): RequestHandler {
  return handleRequest(ListMonitored, async (request) => {
    const page = pageOf(request);
    return page === undefined
      ? refuse("bad-request")
      : await readMonitoringPage(deps, page, deps.timeZone);
  });
}
