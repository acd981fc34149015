// What the staff says of providers is followed here, and one order at a time goes to a provider that failed.
import { connectorTables, type Migration } from "@sanu/platform";

export const obeyStaff: Migration = { kind: "expand", statements: connectorTables };
