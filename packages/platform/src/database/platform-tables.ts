import { logTables } from "../event-store/tables.ts";
import { idempotencyTables } from "../idempotency/tables.ts";
import { reactionTables } from "../reactions/tables.ts";
import { relayTables } from "../relay/tables.ts";
import { timerTables } from "../timers/tables.ts";

/** What every service with a log has: the log, what the relay and the reactions need, timers and idempotency keys. */
export const platformTables: readonly string[] = [
  ...logTables,
  ...relayTables,
  ...reactionTables,
  ...timerTables,
  ...idempotencyTables,
];
