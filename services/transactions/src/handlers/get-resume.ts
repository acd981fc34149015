import { GetResume } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { readResume } from "../projections/resume/query.ts";

/** How many of a person's transactions are in each status, and their sums. */
export function getResume(needs: { readonly database: Database }): RequestHandler {
  return handleRequest(GetResume, async ({ accountId }) => ({
    data: await readResume(needs.database, accountId),
  }));
}
