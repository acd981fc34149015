import { ListMonitored } from "@sanu/contracts";
import { isInstant } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readCursor } from "../projections/list/cursor.ts";
import type { ListBuilder } from "../projections/list/query.ts";
import { readMonitoringPage } from "../projections/monitoring/query.ts";

export function listMonitored(deps: {
  readonly database: Database;
  readonly builder: ListBuilder;
  readonly timeZone: string;
}): RequestHandler {
  return handleRequest(ListMonitored, (request) => {
    const cursor = request.cursor === null ? null : readCursor(request.cursor);
    if (cursor === undefined || !isDay(request.fromDay) || !isDay(request.toDay)) {
      return Promise.resolve(refuse("bad-request"));
    }
    return readMonitoringPage(deps, { ...request, cursor }, deps.timeZone);
  });
}

function isDay(text: string | null): boolean {
  return text === null || isInstant(`${text}T00:00:00.000000Z`);
}
