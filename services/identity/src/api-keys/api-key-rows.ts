import { type ApiKeyView, apiKeyLimits, type KeyScope } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Session } from "@sanu/platform";
import { CompiledQuery } from "kysely";

type Queried = Pick<Session, "query">;

const columns = `key_id as id, account_id as user_id, prefix, scopes, networks::text[] as networks,
  requests_per_minute, open_transactions_max, monthly_limit_xof::float8 as monthly_limit, created_at, created_by, expires_at, revoked_at, last_used_at, waits_for_approval`;
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

/** The same, which stays as it is until the end of the transaction. */
export async function holdApiKey(session: Queried, keyId: string): Promise<ApiKeyView | undefined> {
  const text = `select ${columns} from api_keys where key_id = $1 for share`;
  const [row] = await session.query<ApiKeyView>(CompiledQuery.raw(text, [keyId]));
  return row;
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
