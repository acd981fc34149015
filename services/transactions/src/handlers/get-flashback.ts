import { GetFlashback } from "@sanu/contracts";
import { type Clock, calendarDayOf } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { readFlashback } from "../projections/flashback/query.ts";

export function getFlashback(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly timeZone: string;
}): RequestHandler {
  return handleRequest(GetFlashback, async (request) => {
    const today = calendarDayOf(deps.clock.now(), deps.timeZone);
    return {
      data: await readFlashback(deps.database, request, { today, language: request.language }),
    };
  });
}
