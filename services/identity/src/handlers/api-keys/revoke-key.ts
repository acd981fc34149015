import { RevokeApiKey } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { handleRequest, refuse } from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { findApiKey } from "../../api-keys/api-key-rows.ts";
import { revokeApiKey } from "../../api-keys/api-key-writes.ts";
import type { ApiKeyDeps } from "./change-api-keys.ts";
import { commitKeys, orderingKeyOf } from "./commit-key.ts";

/** Ends a key at once, which every gateway hears, and of one that orders transactions too. Again is the same. */
export const revokeKey = (deps: ApiKeyDeps) =>
  handleRequest(RevokeApiKey, async ({ by, keyId, reason }, context) => {
    const at = deps.clock.now();
    const found = await findApiKey(deps.database, keyId);
    if (found === undefined) return refuse("not-found");
    if (found.revoked_at === null) {
      const accountId = found.user_id as AccountId;
      const action = { reasonId: newId<string>(), by, at };
      const what = { api_key: found.prefix, did: "revoke" };
      const writes = [
        revokeApiKey(keyId, at),
        insertAdminAction({ ...action, accountId, what, reason }),
      ];
      const hasEnded = found.expires_at <= at;
      const keys = hasEnded ? [] : [orderingKeyOf(found, at)];
      const commit = await commitKeys(deps, { accountId, keys, action, context, writes });
      // Who revoked it at the same moment was first, and it has ended.
      if (commit.kind !== "committed" && !(await isRevoked(deps, keyId))) {
        throw new Error(`A key was not revoked: ${commit.kind}`);
      }
    }
    deps.afterRevocation();
    const apiKey = await findApiKey(deps.database, keyId);
    return apiKey === undefined ? refuse("not-found") : { apiKey };
  });

async function isRevoked({ database }: ApiKeyDeps, keyId: string): Promise<boolean> {
  return (await findApiKey(database, keyId))?.revoked_at !== null;
}
