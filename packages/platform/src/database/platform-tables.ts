import { logTables } from "../event-store/tables.ts";
import { idempotencyTables } from "../idempotency/tables.ts";
import { reactionTables } from "../reactions/tables.ts";
import { relayTables } from "../relay/tables.ts";
import { timerTables } from "../timers/tables.ts";

export const platformTables: readonly string[] = [
  ...logTables,
  ...relayTables,
  ...reactionTables,
  ...timerTables,
  ...idempotencyTables,
];
