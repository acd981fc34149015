import { attemptTables, createSchema, platformTables } from "@sanu/platform";

export const initial = createSchema(platformTables, attemptTables);
