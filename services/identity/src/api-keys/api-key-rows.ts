import { type ApiKeyView, apiKeyLimits, type KeyScope } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Session, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { MadeKey } from "./key-text.ts";

type Queried = Pick<Session, "query">;

const columns = `key_id as id, account_id as user_id, prefix, scopes, networks::text[] as networks,
  requests_per_minute, created_at, created_by, expires_at, revoked_at, last_used_at, waits_for_approval`;
const isLive = "revoked_at is null and expires_at > $1";

/** All that count, and the latest of those that ended. */
export async function listApiKeys(database: Queried, at: Instant): Promise<ApiKeyView[]> {
  const text = `select ${columns} from api_keys
    order by not (${isLive}), created_at desc, key_id limit ${apiKeyLimits.listedMax}`;
  return database.query<ApiKeyView>(CompiledQuery.raw(text, [at]));
}

/** Whether so many keys count that there is no room for another; makers wait for each other until the commit. */
export async function isFullOfKeys(session: Queried, at: Instant): Promise<boolean> {
  await session.query(
    CompiledQuery.raw("select pg_advisory_xact_lock(hashtextextended('api-keys', 0))"),
  );
  const text = `select count(*) >= ${apiKeyLimits.liveKeysMax} as "isFull" from api_keys where ${isLive}`;
  const [row] = await session.query<{ isFull: boolean }>(CompiledQuery.raw(text, [at]));
  return row?.isFull ?? false;
}

export async function findApiKey(
  database: Queried,
  keyId: string,
): Promise<ApiKeyView | undefined> {
  const text = `select ${columns} from api_keys where key_id = $1`;
  const [row] = await database.query<ApiKeyView>(CompiledQuery.raw(text, [keyId]));
  return row;
}

export interface NewApiKey extends MadeKey {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly KeyScope[];
  readonly networks: readonly string[];
  readonly requestsPerMinute: number;
  readonly by: AccountId;
  readonly at: Instant;
  readonly expiresAt: Instant;
  readonly waitsForApproval: boolean;
}

/** An address with the bits of its network counts as that network. Nothing happens where the account is no active one of a machine, or somebody's with a second factor. */
export function insertApiKey(key: NewApiKey): Statement {
  return CompiledQuery.raw(
    `insert into api_keys (key_id, account_id, prefix, key_hash, scopes, networks, requests_per_minute,
       created_at, created_by, expires_at, waits_for_approval)
     select $1, account_id, $3, $4, $5, array(select network(named::inet)
       from unnest($6::text[]) with ordinality as given(named, place) order by place), $7, $8, $9, $10, $11 from accounts
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
    ],
  );
}

/** From now on it counts. */
export function openApiKey(keyId: string): Statement {
  return CompiledQuery.raw("update api_keys set waits_for_approval = false where key_id = $1", [
    keyId,
  ]);
}

/** It ends then, or before. */
export function endApiKey(keyId: string, endsAt: Instant): Statement {
  return CompiledQuery.raw(
    "update api_keys set expires_at = least(expires_at, $2) where key_id = $1",
    [keyId, endsAt],
  );
}

/** Gateways hear of it as of a session that ends. */
export function revokeApiKey(keyId: string, at: Instant, until: Instant): Statement {
  return CompiledQuery.raw(
    `with revoked as (
       update api_keys set revoked_at = $2 where key_id = $1 and revoked_at is null returning key_id)
     select append_revocations(array_agg(key_id), $2, $3) from revoked having count(*) > 0`,
    [keyId, at, until],
  );
}

export interface LiveKey {
  readonly keyId: string;
  readonly accountId: AccountId;
  readonly scopes: KeyScope[];
  readonly requestsPerMinute: number;
  readonly expiresAt: Instant;
}

/** The key of a hash, where it counts at this moment and from this address. */
export async function findLiveKey(
  database: Queried,
  { keyHash, address }: { readonly keyHash: string; readonly address: string | null },
  at: Instant,
): Promise<LiveKey | undefined> {
  const text = `select key_id as "keyId", account_id as "accountId", scopes,
      requests_per_minute as "requestsPerMinute", expires_at as "expiresAt"
    from api_keys join accounts using (account_id)
    where key_hash = $1 and not waits_for_approval and revoked_at is null and expires_at > $3 and status = 'active'
      and 'service_client' = any(roles)
      and ($2::inet is null or networks = '{}' or exists (
        select from unnest(networks) as network where $2::inet <<= network))`;
  const hash = Buffer.from(keyHash, "base64url");
  const [row] = await database.query<LiveKey>(CompiledQuery.raw(text, [hash, address, at]));
  return row;
}

/** To the minute, so that a busy key writes one row a minute. */
export function recordKeyUse(keyId: string, at: Instant): Statement {
  return CompiledQuery.raw(
    `update api_keys set last_used_at = $2
     where key_id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - interval '1 minute')`,
    [keyId, at],
  );
}
