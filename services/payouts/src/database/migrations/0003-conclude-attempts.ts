// After a long outage it has to be known why the last call failed, and whether the provider ever knew the order. And a
// person's verdict ends an attempt: it is never called again.
import { attemptOutageColumns, type Migration } from "@sanu/platform";

export const concludeAttempts: Migration = { kind: "expand", statements: attemptOutageColumns };
