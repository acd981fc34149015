import { CreateApiKey, RevokeApiKey, RotateApiKey } from "@sanu/contracts";
import { type AccountId, type Clock, newId, plusMs } from "@sanu/kernel";
import { type Database, handleRequest, refuse, type Secret } from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { endApiKey, findApiKey, insertApiKey, revokeApiKey } from "../../api-keys/api-key-rows.ts";
import { makeApiKey } from "../../api-keys/key-text.ts";

export interface ApiKeyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly otpPepper: () => Secret;
  readonly afterRevocation: () => void;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const createApiKey = (deps: ApiKeyDeps) =>
  handleRequest(CreateApiKey, async (data, { causationId }) => {
    const made = makeApiKey(deps.otpPepper(), causationId);
    const at = deps.clock.now();
    const expiresAt = plusMs(at, data.expiresInDays * dayMs);
    const { keyId } = made;
    const insert = insertApiKey({ ...data, ...made, at, expiresAt });
    const action = { ...data, what: { api_key: made.prefix, did: "create" }, at };
    return changed(deps, { keyId, writes: [insert], action }, made.key);
  });

/** The new key has what the old one has; the old one still counts for the overlap. */
export const rotateApiKey = (deps: ApiKeyDeps) =>
  handleRequest(RotateApiKey, async (data, { causationId }) => {
    const { by, overlapHours, expiresInDays } = data;
    const old = await findApiKey(deps.database, data.keyId);
    if (old === undefined || old.revoked_at !== null) return refuse("not-found");
    const made = makeApiKey(deps.otpPepper(), causationId);
    const at = deps.clock.now();
    const { keyId } = made;
    const { scopes, networks, requests_per_minute: requestsPerMinute } = old;
    const accountId = old.user_id as AccountId;
    const expiresAt = plusMs(at, expiresInDays * dayMs);
    const had = { accountId, scopes, networks, requestsPerMinute };
    const writes = [
      insertApiKey({ ...made, ...had, by, at, expiresAt }),
      endApiKey(old.id, plusMs(at, overlapHours * hourMs)),
    ];
    const action = { ...data, accountId, what: { api_key: old.prefix, did: "rotate" }, at };
    return changed(deps, { keyId, writes, action }, made.key);
  });

async function changed(
  { database }: ApiKeyDeps,
  change: {
    readonly keyId: string;
    readonly writes: readonly Parameters<Database["query"]>[0][];
    readonly action: Omit<Parameters<typeof insertAdminAction>[0], "reasonId">;
  },
  key: string,
) {
  const { keyId, writes, action } = change;
  return database.transaction(async (session) => {
    const before = await findApiKey(session, keyId);
    if (before === undefined) for (const write of writes) await session.query(write);
    const apiKey = before ?? (await findApiKey(session, keyId));
    if (apiKey === undefined) return refuse("not-found");
    if (before === undefined) {
      const { accountId, by, what, reason, at } = action;
      await session.query(
        insertAdminAction({ reasonId: newId(), accountId, by, what, reason, at }),
      );
    }
    return { apiKey, key };
  });
}

export const revokeKey = (deps: ApiKeyDeps) =>
  handleRequest(RevokeApiKey, async ({ by, keyId, reason }) => {
    const { database, clock } = deps;
    const at = clock.now();
    const apiKey = await database.transaction(async (session) => {
      const found = await findApiKey(session, keyId);
      if (found === undefined || found.revoked_at !== null) return found;
      const accountId = found.user_id as AccountId;
      const what = { api_key: found.prefix, did: "revoke" };
      const action = { reasonId: newId<string>(), accountId, by, what, reason, at };
      await session.query(revokeApiKey(keyId, at, plusMs(at, dayMs)));
      await session.query(insertAdminAction(action));
      return findApiKey(session, keyId);
    });
    deps.afterRevocation();
    return apiKey === undefined ? refuse("not-found") : { apiKey };
  });
