import { epochMsOf, type Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Policy } from "./policies.ts";

export interface RateLimit {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** `retryAfterSeconds` is null where the action may go on. */
export interface ConsumedQuotas {
  readonly retryAfterSeconds: number | null;
  readonly limits: readonly RateLimit[];
}

interface CountRow {
  readonly used: number;
  readonly ends_at: Instant;
}

export interface Counted {
  readonly database: Database;
  readonly policies: readonly Policy[];
  readonly keyOf: (parts: readonly string[]) => Buffer;
  readonly at: Instant;
}

/** Counts at each policy up to the first that is used up. Who is refused is told the longest wait of all that are. */
export async function consumeQuotas(counted: Counted): Promise<ConsumedQuotas> {
  const { database, policies, keyOf, at } = counted;
  const rows = await database.query<CountRow>(
    CompiledQuery.raw("select used, ends_at from consume_quotas($1, $2, $3, $4)", [
      policies.map(({ key }) => keyOf(key)),
      policies.map(({ quota }) => quota),
      policies.map(({ windowMs }) => windowMs),
      at,
    ]),
  );
  const consumed = consumedOf(policies, rows, at);
  const { retryAfterSeconds } = consumed;
  if (retryAfterSeconds === null) return consumed;
  const waits = await untouchedWaits({ ...counted, policies: policies.slice(rows.length) });
  return { ...consumed, retryAfterSeconds: Math.max(retryAfterSeconds, ...waits) };
}

/** How long those hold that are used up and were not touched: whoever came back sooner would be refused by them. */
async function untouchedWaits({ database, policies, keyOf, at }: Counted) {
  if (policies.length === 0) return [];
  const held = await database.query<Pick<CountRow, "ends_at">>(
    CompiledQuery.raw(
      `select ends_at from throttles join unnest($1::bytea[], $2::int[]) as each (of_key, quota) on key = of_key
       where used >= quota and ends_at > $3`,
      [policies.map(({ key }) => keyOf(key)), policies.map(({ quota }) => quota), at],
    ),
  );
  return held.map(({ ends_at: endsAt }) => secondsUntil(endsAt, at));
}

function secondsUntil(endsAt: Instant, at: Instant): number {
  return Math.ceil((epochMsOf(endsAt) - epochMsOf(at)) / 1_000);
}

/** The counts that were touched; the last of them is the one that is used up, where one is. */
function consumedOf(
  policies: readonly Policy[],
  rows: readonly CountRow[],
  at: Instant,
): ConsumedQuotas {
  const limits = rows.flatMap(({ used, ends_at: endsAt }, index) => {
    const policy = policies[index];
    if (policy === undefined) return [];
    const resetSeconds = secondsUntil(endsAt, at);
    const { name, quota, windowMs } = policy;
    const remaining = Math.max(0, quota - used);
    const limit = { name, quota, windowSeconds: windowMs / 1_000, remaining, resetSeconds };
    return [{ limit, isUsedUp: used > quota }];
  });
  const usedUp = limits.find((each) => each.isUsedUp);
  return {
    retryAfterSeconds: usedUp === undefined ? null : Math.max(1, usedUp.limit.resetSeconds),
    limits: limits.map(({ limit }) => limit),
  };
}
