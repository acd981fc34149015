import { ListMonitored } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readMonitoringPage } from "../projections/monitoring/query.ts";
import { type ListingDeps, pageOf } from "./listing.ts";

export function listMonitored(deps: ListingDeps): RequestHandler {
  return handleRequest(ListMonitored, async (request) => {
    const asked = pageOf(request);
    return asked.kind === "broken"
      ? refuse("validation-failed", undefined, asked.fields)
      : await readMonitoringPage(deps, asked.page, deps.timeZone);
  });
}
