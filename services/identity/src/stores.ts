import { createEventStore, createGate, type Database } from "@sanu/platform";
import { AccountEvent } from "./account/events.ts";
import { accountsProjection } from "./projections/accounts/projection.ts";
import { publish } from "./publish.ts";

/** What is kept of every account, what of it is public, and what is written beside it. */
export const accountLog = { schema: AccountEvent, publish, projections: [accountsProjection] };

/** The log where no relay runs beside it: that of the service publishes what is written here. */
export function openAccountLog(database: Database) {
  const gate = createGate();
  return createEventStore({ ...accountLog, database, gate, afterPublicCommit: () => undefined });
}
