import type { Migration } from "../database/migration.ts";
import type { RetentionRule } from "../retention/retention-rule.ts";

/** Rows in one statement, so that no lock is held for long. */
const batchRowsMax = 1_000;

/** How long a key answers a repeated request; the API promises a day. */
export function idempotencyRetention(keptMs: number): RetentionRule {
  return {
    table: "idempotency_keys",
    key: "ctid",
    since: "created_at",
    keptMs,
    batchRowsMax,
  };
}

export const idempotencyAgeIndex: Migration = {
  kind: "index",
  name: "idempotency_keys_created_at",
  on: "idempotency_keys (created_at)",
};
