import { columnAwaited, type Database } from "@sanu/platform";
import { createKnowsSources } from "./knows-sources.ts";

/** Whether a request for a code can say that it was counted. On the schema of the release before it is counted when it is fulfilled. */
export type CountsRequests = () => Promise<boolean>;

const createCountsRequests = (database: Pick<Database, "query">): CountsRequests =>
  columnAwaited(database, "code_requests", "is_link_only");

/** What the schema keeps of codes, while that of the release before may still be there. */
export const createCodesKept = (database: Pick<Database, "query">) => ({
  knowsSources: createKnowsSources(database),
  countsRequests: createCountsRequests(database),
});
