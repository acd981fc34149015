import { ListTransactions } from "@sanu/contracts";
import { isInstant } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { readCursor } from "../projections/list/cursor.ts";
import { type ListBuilder, readListPage } from "../projections/list/query.ts";

export function listTransactions(deps: {
  readonly database: Database;
  readonly builder: ListBuilder;
  readonly timeZone: string;
}): RequestHandler {
  return handleRequest(ListTransactions, (request) => {
    const cursor = request.cursor === null ? null : readCursor(request.cursor);
    if (cursor === undefined || !isDay(request.fromDay) || !isDay(request.toDay)) {
      return Promise.resolve(refuse("bad-request"));
    }
    return readListPage(deps, { ...request, cursor }, { ...deps, language: request.language });
  });
}

function isDay(text: string | null): boolean {
  return text === null || isInstant(`${text}T00:00:00.000000Z`);
}
