import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { logTables, privateOrderIndex } from "../event-store/tables.ts";
import { hashClientKeysText, idempotencyTables } from "../idempotency/tables.ts";
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

/** The keys of clients become the hashes that the gateway sends, so that a repeated request still finds its answer. */
export const hashClientKeys: Migration = {
  async up(db) {
    await sql.raw(hashClientKeysText).execute(db);
  },
};

/** Rebuilding and verifying ask for all events behind a place in the log, the private ones too. */
export const indexPrivateEvents: Migration = {
  async up(db) {
    await sql.raw(privateOrderIndex).execute(db);
  },
};
