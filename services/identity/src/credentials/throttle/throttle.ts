import { createHmac } from "node:crypto";
import { type Clock, epochMsOf, type Instant, plusMs } from "@sanu/kernel";
import type { Database, Secret, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import {
  type Actor,
  knownAddressKey,
  loginPolicy,
  type Policy,
  policiesOf,
  type ThrottleQuotas,
} from "./policies.ts";
import { throttleLimits } from "./throttle-limits.ts";

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

/** Counts what strangers do, for all gateways together. */
export interface Throttle {
  /** Counts at everything that limits the action, before it is carried out. */
  readonly consume: (actor: Actor<string | null>) => Promise<ConsumedQuotas>;
  readonly consumeOne: (policy: Policy) => Promise<ConsumedQuotas>;
  /** Takes one back that was counted for nothing. */
  readonly release: (policy: Policy) => Promise<void>;
  /** Ends one count, at once or in the commit of something else. */
  readonly reset: (policy: Policy) => Promise<void>;
  readonly resetStatement: (policy: Policy) => Statement;
  /** Ends the count of failures of whoever proved who she is; her address counts as known from now on. */
  readonly clearLoginFailures: (actor: Actor) => Promise<void>;
}

interface CountRow {
  readonly used: number;
  readonly ends_at: Instant;
}

export interface ThrottleDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Addresses and e-mails are stored under it, so that the table names nobody. */
  readonly pepper: () => Secret;
  readonly quotas: ThrottleQuotas;
}

export function createThrottle({ database, clock, pepper, quotas }: ThrottleDeps): Throttle {
  const keyOf = (parts: readonly string[]): Buffer =>
    createHmac("sha256", pepper().reveal())
      .update(JSON.stringify(["throttle", ...parts]))
      .digest()
      .subarray(0, throttleLimits.keyBytes);
  const isKnown = async (actor: Actor): Promise<boolean> => {
    const text = "select 1 from throttles where key = $1 and ends_at > $2";
    const values = [keyOf(knownAddressKey(actor)), clock.now()];
    return (await database.query(CompiledQuery.raw(text, values))).length > 0;
  };

  const resetStatement = ({ key }: Policy): Statement =>
    CompiledQuery.raw("delete from throttles where key = $1", [keyOf(key)]);

  const consumeAll = async (policies: readonly Policy[]): Promise<ConsumedQuotas> => {
    const at = clock.now();
    const rows = await database.query<CountRow>(
      CompiledQuery.raw("select used, ends_at from consume_quotas($1, $2, $3, $4)", [
        policies.map(({ key }) => keyOf(key)),
        policies.map(({ quota }) => quota),
        policies.map(({ windowMs }) => windowMs),
        at,
      ]),
    );
    return consumedOf(policies, rows, at);
  };

  return {
    async consume(actor) {
      const { action, subject } = actor;
      const known =
        action === "log-in" && subject !== null && (await isKnown({ ...actor, subject }));
      return consumeAll(policiesOf(actor, quotas, known));
    },
    consumeOne: (policy) => consumeAll([policy]),
    async release({ key, quota }) {
      // What was refused is counted as well, and took no turn that could come back.
      const text = "update throttles set used = greatest(least(used, $2) - 1, 0) where key = $1";
      await database.query(CompiledQuery.raw(text, [keyOf(key), quota]));
    },
    async reset(policy) {
      await database.query(resetStatement(policy));
    },
    resetStatement,
    async clearLoginFailures(actor) {
      const failures = [true, false].map((known) => keyOf(loginPolicy(actor, quotas, known).key));
      const until = plusMs(clock.now(), throttleLimits.knownAddressMs);
      await database.pipelined([
        CompiledQuery.raw("delete from throttles where key = any($1)", [failures]),
        CompiledQuery.raw(
          `insert into throttles (key, used, ends_at) values ($1, 0, $2)
           on conflict (key) do update set ends_at = excluded.ends_at`,
          [keyOf(knownAddressKey(actor)), until],
        ),
      ]);
    },
  };
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
    const resetSeconds = Math.ceil((epochMsOf(endsAt) - epochMsOf(at)) / 1_000);
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
