import { GetResume } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { readResume } from "../projections/resume/query.ts";

export function getResume(deps: { readonly database: Database }): RequestHandler {
  return handleRequest(GetResume, async ({ accountId }) => ({
    data: await readResume(deps.database, accountId),
  }));
}
