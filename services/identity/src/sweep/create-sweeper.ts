import { type Clock, type Instant, plusMs } from "@sanu/kernel";
import type { Database, Logger } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { createDrain, type Drain } from "../drain/create-drain.ts";
import { sweepLimits } from "./sweep-limits.ts";

interface Sweep {
  readonly table: string;
  readonly key: string;
  /** What is over at the moment `$1`. */
  readonly isOver: string;
  /** How long it is kept behind that. */
  readonly keptMs: number;
}

const sweeps: readonly Sweep[] = [
  { table: "otps", key: "otp_id", isOver: "created_at <= $1", keptMs: sweepLimits.otpsMs },
  {
    table: "mails_to_send",
    key: "mail_id",
    isOver: "coalesce(sent_at, given_up_at) <= $1",
    keptMs: sweepLimits.mailsMs,
  },
  // Wishes that nobody could fulfil for so long; whoever made them has asked again since.
  {
    table: "code_requests",
    key: "request_id",
    isOver: "created_at <= $1",
    keptMs: sweepLimits.codeRequestsMs,
  },
  // Their tokens go with them.
  { table: "sessions", key: "session_id", isOver: "ends_at <= $1", keptMs: sweepLimits.sessionsMs },
  { table: "revocations", key: "sequence", isOver: "valid_until <= $1", keptMs: 0 },
  { table: "throttles", key: "key", isOver: "ends_at <= $1", keptMs: 0 },
  // Documents that were never handed in; their pieces go with them.
  {
    table: "kyc_submissions",
    key: "submission_id",
    isOver: "status = 'UPLOADING' and begun_at <= $1",
    keptMs: sweepLimits.unfinishedUploadsMs,
  },
  // The account's own row stays, as the log does; the person is forgotten.
  {
    table: "account_contacts",
    key: "account_id",
    isOver: "verified_at is null and created_at <= $1",
    keptMs: sweepLimits.pendingRegistrationsMs,
  },
];

/** Deletes what is over; every replica runs one. */
export function createSweeper(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}): Drain {
  const { database, clock, logger } = options;
  return createDrain({
    name: "the sweep",
    drainBatch: () => sweepOnce(database, clock.now()),
    pollMs: sweepLimits.everyMs,
    logger,
  });
}

/** One batch of every table; returns how many rows were deleted. */
export async function sweepOnce(database: Database, at: Instant): Promise<number> {
  let deleted = 0;
  for (const { table, key, isOver, keptMs } of sweeps) {
    const text = `delete from ${table} where ${key} in (select ${key} from ${table}
      where ${isOver} limit $2 for update skip locked) returning 1`;
    const values = [plusMs(at, -keptMs), sweepLimits.rowsMax];
    deleted += (await database.query(CompiledQuery.raw(text, values))).length;
  }
  return deleted;
}
