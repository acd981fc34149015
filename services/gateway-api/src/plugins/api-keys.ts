import { createHash } from "node:crypto";
import { FindApiKey } from "@sanu/contracts";
import { epochMsOf } from "@sanu/kernel";
import type { FastifyRequest } from "fastify";
import { isKeyOver } from "../auth/is-key-over.ts";
import type { RevocationFeed } from "../auth/revocation-feed.ts";
import type { Principal } from "../auth/verified-tokens.ts";
import type { RequestClient } from "../clients/request-client.ts";
import { keyLimits } from "../limits.ts";
import { countedAddressOf } from "../throttle/client-address.ts";
import { createRequestCounts } from "../throttle/request-counts.ts";
import type { VerifiedBearer } from "./bearer-tokens.ts";
import { scopeOf } from "./request-context.ts";

const keyShape = /^Bearer (sanu_[0-9a-f]{12}_[\w-]{43})$/i;

/** The key of a machine in an `Authorization` header; `undefined` for any other shape. */
export function readKey(header: string): string | undefined {
  return keyShape.exec(header)?.[1];
}

interface Remembered {
  readonly principal: Principal;
  readonly untilMs: number;
  /** It was found so lately that it passes the count of unknown keys; it is asked about all the same. */
  readonly knownUntilMs: number;
}

/**
 * Whose key a request shows, found by identity and remembered for seconds. A key that is revoked ends with the message that
 * says so, and one whose account loses its access is asked about again; without such messages nothing is remembered. Addresses that show unknown keys are asked about only so often: then nothing is
 * known of one that was not found lately, which is no word about it.
 */
export function createApiKeys(
  client: RequestClient,
  feed: Pick<RevocationFeed, "isRevoked" | "findRevokedFromMs" | "isFresh" | "nowMs">,
) {
  const remembered = new Map<string, Remembered>();
  const misses = createRequestCounts<string>(keyLimits.missesPerMinute, keyLimits.windowMs);
  const find = (place: string): Principal | undefined => {
    const entry = remembered.get(place);
    if (entry === undefined || !feed.isFresh()) return undefined;
    const { principal, untilMs } = entry;
    return untilMs > performance.now() && !isOver(principal) ? principal : undefined;
  };
  const isOver = ({ accountId, expiresAtMs, apiKey }: Principal): boolean =>
    (expiresAtMs !== null && expiresAtMs <= feed.nowMs()) ||
    (apiKey !== undefined && isKeyOver(feed, { accountId, apiKey }));

  return async (request: FastifyRequest, key: string): Promise<VerifiedBearer> => {
    const keyHash = createHash("sha256").update(key).digest("base64url");
    const address = request.ip.replace(/^::ffff:/i, "");
    const place = `${keyHash} ${address}`;
    const known = find(place);
    if (known !== undefined) return { kind: "verified", principal: known };
    const counted = countedAddressOf(request.ip);
    const isKnown = (remembered.get(place)?.knownUntilMs ?? 0) > performance.now();
    // Until identity has said otherwise it is taken for unknown, so that many at once are no way around it.
    const { isAllowed } = misses.count(counted, performance.now());
    if (!isKnown && !isAllowed) return { kind: "unavailable" };
    const askedAtMs = feed.nowMs();
    const asked = await client(scopeOf(request)).request(FindApiKey, { keyHash, address });
    const found = asked.kind === "replied" ? asked.data.found : undefined;
    if (found !== null) misses.release(counted);
    if (found === undefined) return { kind: "unavailable" };
    if (found === null || feed.isRevoked(found.keyId)) {
      remembered.delete(place);
      return { kind: "invalid" };
    }
    const { keyId, accountId, scopes, requestsPerMinute, expiresAt } = found;
    const principal: Principal = {
      accountId,
      // Which operations of either it may use, its scopes say.
      roles: ["service_client", "user"],
      country: null,
      expiresAtMs: epochMsOf(expiresAt),
      token: null,
      apiKey: { keyId, keyHash, scopes, requestsPerMinute, askedAtMs },
    };
    if (remembered.size >= keyLimits.rememberedMax) remembered.clear();
    const nowMs = performance.now();
    const untilMs = nowMs + keyLimits.rememberedMs;
    remembered.set(place, { principal, untilMs, knownUntilMs: nowMs + keyLimits.knownMs });
    return { kind: "verified", principal };
  };
}

export type FindByKey = ReturnType<typeof createApiKeys>;
