// The second set of books: what providers stated, how far each account is compared, and what differs.
import { type Migration, reconciliationTables } from "@sanu/platform";

export const compareStatements: Migration = { kind: "expand", statements: reconciliationTables };
