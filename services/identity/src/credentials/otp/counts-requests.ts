import { columnAwaited, type Database } from "@sanu/platform";

/** Whether a request for a code can say that it was counted. On the schema of the release before it is counted when it is fulfilled. */
export type CountsRequests = () => Promise<boolean>;

export const createCountsRequests = (database: Pick<Database, "query">): CountsRequests =>
  columnAwaited(database, "code_requests", "is_link_only");
