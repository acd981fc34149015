import { FindApiKey, ListApiKeys } from "@sanu/contracts";
import { handleRequest, type SecurityTrail } from "@sanu/platform";
import { findLiveKey, listApiKeys as listRows } from "../../api-keys/api-key-rows.ts";
import { recordKeyUse } from "../../api-keys/api-key-writes.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import type { ApiKeyDeps } from "./change-api-keys.ts";

export interface FindApiKeyDeps extends ApiKeyDeps {
  readonly throttle: Pick<Throttle, "sourceOf">;
  readonly trail: SecurityTrail;
}

/** Gateways ask every few seconds for a key in use. */
export const findKey = ({ database, clock, throttle, trail }: FindApiKeyDeps) =>
  handleRequest(FindApiKey, async (given) => {
    const at = clock.now();
    const found = await findLiveKey(database, given, at);
    const { network } = throttle.sourceOf({ address: given.address, device: null });
    const event = found === undefined ? "api-key-refused" : "api-key-used";
    trail({ event, accountId: found?.accountId, network });
    if (found !== undefined) await database.query(recordKeyUse(found.keyId, at));
    return { found: found ?? null };
  });

export const listApiKeys = ({ database, clock }: ApiKeyDeps) =>
  handleRequest(ListApiKeys, async () => ({ apiKeys: await listRows(database, clock.now()) }));
