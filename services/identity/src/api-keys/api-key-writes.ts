import type { ApiKeyLimits, KeyScope, OrderingTerms } from "@sanu/contracts";
import { type AccountId, type Instant, plusMs } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { MadeKey } from "./key-text.ts";

/** How long gateways know of the end of a key: what they know of the key itself, and what is open by it, is over much sooner. */
const keyEndKnownMs = 86_400_000;

export interface NewApiKey extends MadeKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly KeyScope[];
  readonly networks: readonly string[];
  readonly requestsPerMinute: number;
  /** Null where it opens no orders. */
  readonly ordering: OrderingTerms | null;
  readonly by: AccountId;
  readonly at: Instant;
  readonly expiresAt: Instant;
  readonly waitsForApproval: boolean;
}

/** An address with the bits of its network counts as that network. Nothing happens where the account is no active one of a machine, or somebody's with a second factor. */
export function insertApiKey(key: NewApiKey): Statement {
  return CompiledQuery.raw(
    `insert into api_keys (key_id, account_id, prefix, key_hash, scopes, networks, requests_per_minute,
       created_at, created_by, expires_at, waits_for_approval, open_transactions_max, monthly_limit_xof)
     select $1, account_id, $3, $4, $5, array(select network(named::inet)
       from unnest($6::text[]) with ordinality as given(named, place) order by place), $7, $8, $9, $10, $11,
       $12::int, $13::bigint from accounts
     where account_id = $2 and status = 'active' and 'service_client' = any(roles)
       and not exists (select from second_factors where account_id = $2)`,
    [
      key.keyId,
      key.accountId,
      key.prefix,
      key.keyHash,
      [...key.scopes],
      [...key.networks],
      key.requestsPerMinute,
      key.at,
      key.by,
      key.expiresAt,
      key.waitsForApproval,
      key.ordering?.openTransactionsMax ?? null,
      key.ordering?.monthlyLimitXof ?? null,
    ],
  );
}

/** From now on it counts; refused where it waits no more. */
export function openApiKey(keyId: string): Statement {
  return CompiledQuery.raw("select open_api_key($1)", [keyId]);
}

/** What a change of a key breaks where it stands otherwise by now. */
export const asOfConstraint = "api_keys_as_of";

/** Other limits, in the place of those that were read. */
export function changeLimits(keyId: string, to: ApiKeyLimits, asOf: ApiKeyLimits): Statement {
  return CompiledQuery.raw("select change_api_key($1, $2, $3, $4, $5, $6, $7)", [
    keyId,
    ...valuesOf(to),
    ...valuesOf(asOf),
  ]);
}

function valuesOf(limits: ApiKeyLimits): readonly (number | null)[] {
  return [limits.requests_per_minute, limits.open_transactions_max, limits.monthly_limit];
}

/**
 * It ends then, or before. Gateways hear of a sooner end, because they know of another one where something is open by the key; of
 * one that was revoked they hear nothing new.
 */
export function endApiKey(keyId: string, endsAt: Instant): Statement {
  return CompiledQuery.raw(
    `with ended as (
       update api_keys set expires_at = $2
       where key_id = $1 and expires_at > $2 and revoked_at is null returning key_id)
     select append_revocations(array_agg(key_id), $2, $3) from ended having count(*) > 0`,
    [keyId, endsAt, plusMs(endsAt, keyEndKnownMs)],
  );
}

/** Gateways hear of it as of a session that ends. */
export function revokeApiKey(keyId: string, at: Instant): Statement {
  return CompiledQuery.raw(
    `with revoked as (
       update api_keys set revoked_at = $2 where key_id = $1 and revoked_at is null returning key_id)
     select append_revocations(array_agg(key_id), $2, $3) from revoked having count(*) > 0`,
    [keyId, at, plusMs(at, keyEndKnownMs)],
  );
}

/** To the minute, so that a busy key writes one row a minute. */
export function recordKeyUse(keyId: string, at: Instant): Statement {
  return CompiledQuery.raw(
    `update api_keys set last_used_at = $2
     where key_id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
    [keyId, at],
  );
}
