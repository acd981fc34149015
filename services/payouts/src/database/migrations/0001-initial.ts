import { attemptTables, createSchema, platformTables } from "@sanu/platform";

/** The schema of the first release: the log and the attempts, which hold all else there is. */
export const initial = createSchema(platformTables, attemptTables);
