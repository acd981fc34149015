import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { logTables } from "../event-store/tables.ts";
import { idempotencyTables } from "../idempotency/tables.ts";
import { reactionTables } from "../reactions/tables.ts";
import { relayTables } from "../relay/tables.ts";
import { timerTables } from "../timers/tables.ts";

/**
 * The tables that every service with a log has: the log, what the relay and the reactions need, timers and
 * idempotency keys. A service lists it as its first migration.
 */
export const createPlatformTables: Migration = {
  async up(db) {
    const all = [
      ...logTables,
      ...relayTables,
      ...reactionTables,
      ...timerTables,
      ...idempotencyTables,
    ];
    for (const statement of all) await sql.raw(statement).execute(db);
  },
};
