import { ListCases } from "@sanu/contracts";
import { handleRequest, type RequestHandler, refuseCursor } from "@sanu/platform";
import { readCasePage } from "../projections/cases/query.ts";
import { readCursor } from "../projections/list/cursor.ts";
import { type ShowingDeps, shownAs } from "./shown-case.ts";

/** What the staff has to look at, the oldest first. */
export function listCases(deps: ShowingDeps): RequestHandler {
  return handleRequest(ListCases, async (request) => {
    const cursor = request.cursor === null ? null : readCursor(request.cursor);
    if (cursor === undefined) return refuseCursor();
    return readCasePage(deps.database, { ...request, cursor }, shownAs(deps));
  });
}
