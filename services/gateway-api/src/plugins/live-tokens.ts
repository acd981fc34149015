import { CheckSession } from "@sanu/contracts";
import type { FastifyRequest } from "fastify";
import { isKeyOver } from "../auth/is-key-over.ts";
import type { RevocationFeed } from "../auth/revocation-feed.ts";
import type { Principal } from "../auth/verified-tokens.ts";
import type { RequestClient } from "../clients/request-client.ts";
import { sessionLimits } from "../limits.ts";
import type { TokenState } from "../streams/open-streams.ts";
import type { BearerTokens, VerifiedBearer } from "./bearer-tokens.ts";
import { scopeOf } from "./request-context.ts";

type Feed = Pick<RevocationFeed, "isRevoked" | "isFresh" | "nowMs">;

/**
 * Verified tokens that were not revoked. While the feed of revocations is fresh that is a look into memory; when
 * it has fallen silent identity checks every request, and without its reply nobody is let in.
 */
export function onlyLiveTokens(
  tokens: BearerTokens,
  feed: Feed,
  client: RequestClient,
): BearerTokens {
  const checkRevocation = async (
    request: FastifyRequest,
    principal: Principal,
  ): Promise<VerifiedBearer> => {
    const { token } = principal;
    if (token === null || isRevoked(feed, token)) return { kind: "invalid" };
    if (feed.isFresh()) return { kind: "verified", principal };
    // The next request checks anew, so this one does not wait for long.
    const deadlineAt = performance.now() + sessionLimits.requestMs;
    const { request: send } = client({ ...scopeOf(request), deadlineAt });
    const checked = await send(CheckSession, token);
    if (checked.kind !== "replied") return { kind: "unavailable" };
    return checked.data.isLive ? { kind: "verified", principal } : { kind: "invalid" };
  };
  return {
    findVerified(token) {
      const principal = tokens.findVerified(token);
      if (principal === undefined || principal.token === null) return undefined;
      return feed.isFresh() && !isRevoked(feed, principal.token) ? principal : undefined;
    },
    async verify(request, token) {
      const known = tokens.findVerified(token);
      if (known !== undefined) return checkRevocation(request, known);
      const verified = await tokens.verify(request, token);
      return verified.kind === "verified" ? checkRevocation(request, verified.principal) : verified;
    },
  };
}

/** Whether the token, or the key, of a response that is still being sent counts; from memory alone. */
export function tokenStateOf(
  feed: Feed & Pick<RevocationFeed, "findRevokedFromMs">,
  { accountId, token, apiKey, expiresAtMs }: Principal,
): TokenState {
  if (expiresAtMs !== null && expiresAtMs <= feed.nowMs()) return "over";
  if (token === null && apiKey === undefined) return "live";
  if (token !== null && isRevoked(feed, token)) return "over";
  if (apiKey !== undefined && isKeyOver(feed, { accountId, apiKey })) return "over";
  return feed.isFresh() ? "live" : "unknown";
}

function isRevoked(feed: Feed, token: NonNullable<Principal["token"]>): boolean {
  return feed.isRevoked(token.sessionId) || feed.isRevoked(token.tokenId);
}
