import { columnAwaited, type Database } from "@sanu/platform";

/** Whether the schema keeps who asked for a code. That of the release before does not: there a code is anybody's. */
export type KnowsSources = () => Promise<boolean>;

export const createKnowsSources = (database: Pick<Database, "query">): KnowsSources =>
  columnAwaited(database, "otps", "from_device");
