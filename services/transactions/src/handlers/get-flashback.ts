import { GetFlashback } from "@sanu/contracts";
import { type Clock, calendarDayOf } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { readFlashback } from "../projections/flashback/query.ts";

/** What a person completed in a month, and the streak up to today. */
export function getFlashback(needs: {
  readonly database: Database;
  readonly clock: Clock;
  readonly timeZone: string;
}): RequestHandler {
  return handleRequest(GetFlashback, async (request) => {
    const today = calendarDayOf(needs.clock.now(), needs.timeZone);
    return {
      data: await readFlashback(needs.database, request, { today, language: request.language }),
    };
  });
}
