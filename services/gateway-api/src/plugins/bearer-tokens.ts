import { fastifyJwt } from "@fastify/jwt";
import { CountryCode, idOf } from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { SigningKeys } from "@sanu/platform";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { FirstUses } from "../auth/first-uses.ts";
import type { RevocationFeed } from "../auth/revocation-feed.ts";
import { tokenTerms } from "../auth/token-terms.ts";
import { createVerifiedTokens, type Principal } from "../auth/verified-tokens.ts";
import { tokenLimits } from "../limits.ts";

/** Whether a token names somebody; `unavailable` when its key cannot be read just now. */
export type VerifiedBearer =
  | { readonly kind: "verified"; readonly principal: Principal }
  | { readonly kind: "invalid" | "unavailable" };

export interface BearerTokens {
  /** What is known at once of a token: `undefined` when it has not been verified before. */
  readonly findVerified: (token: string) => Principal | undefined;
  /** Verifies the token in the request's `Authorization` header. Never throws. */
  readonly verify: (request: FastifyRequest, token: string) => Promise<VerifiedBearer>;
}

const TokenHeader = z.object({ header: z.object({ kid: z.string().min(1).max(128) }) });

const Claims = z.object({
  sub: idOf<AccountId>(),
  sid: idOf<string>(),
  jti: idOf<string>(),
  replaces: idOf<string>().optional(),
  roles: z.array(z.string().max(64)).max(16),
  country: CountryCode,
  iat: z.int(),
  exp: z.int(),
});

class KeysUnavailableError extends Error {
  override readonly name = "KeysUnavailableError";
}

const bearerShape = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The token of an `Authorization` header; `undefined` for any other shape. */
export function readBearer(header: string): string | undefined {
  return header.length > tokenLimits.tokenLettersMax ? undefined : bearerShape.exec(header)?.[1];
}

/** Verifies bearer tokens by identity's public keys; the gateway holds nothing that could make one. */
export async function addBearerTokens(
  app: FastifyInstance,
  {
    keys,
    firstUses,
    revocations,
  }: {
    readonly keys: SigningKeys;
    readonly firstUses: FirstUses;
    readonly revocations: Pick<RevocationFeed, "nowMs">;
  },
): Promise<BearerTokens> {
  await app.register(fastifyJwt, {
    secret: {
      public: async (_request: FastifyRequest, token: unknown) => {
        const found = await keys.find(TokenHeader.parse(token).header.kid);
        if (found.kind === "found") return found.pem;
        throw found.kind === "unavailable"
          ? new KeysUnavailableError("The keys of tokens cannot be read")
          : new Error("The token names an unknown key");
      },
    },
    decode: { complete: true },
    verify: {
      algorithms: [tokenTerms.algorithm],
      checkTyp: tokenTerms.type,
      allowedIss: tokenTerms.issuer,
      allowedAud: tokenTerms.audience,
      requiredClaims: [...tokenTerms.requiredClaims],
      // By the moment of identity, and not of this machine: below.
      ignoreExpiration: true,
      // Verified tokens are remembered in front of this, with their principal.
      cache: false,
    },
  });
  const verified = createVerifiedTokens(revocations.nowMs);
  return {
    findVerified: verified.find,
    async verify(request, token) {
      try {
        const claims = Claims.parse(await request.jwtVerify());
        if (!isCurrent(claims, revocations.nowMs())) return { kind: "invalid" };
        const principal = principalOf(claims);
        verified.remember(token, principal, claims.exp * 1_000);
        if (claims.replaces !== undefined) firstUses.add(claims.jti);
        return { kind: "verified", principal };
      } catch (error) {
        return { kind: error instanceof KeysUnavailableError ? "unavailable" : "invalid" };
      }
    },
  };
}

/** A token of the future was not issued by identity, or by one whose clock is not to be believed. */
function isCurrent({ iat, exp }: z.infer<typeof Claims>, nowMs: number): boolean {
  return exp * 1_000 > nowMs && iat * 1_000 <= nowMs + tokenLimits.issuedAheadMsMax;
}

function principalOf({ sub, sid, jti, roles, country, exp }: z.infer<typeof Claims>): Principal {
  const token = { sessionId: sid, tokenId: jti };
  return { accountId: sub, roles, country, expiresAtMs: exp * 1_000, token };
}
