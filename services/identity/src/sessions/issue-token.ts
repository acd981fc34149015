import type { CountryCode } from "@sanu/contracts";
import { epochMsOf, type Instant } from "@sanu/kernel";
import { signToken } from "@sanu/platform";
import type { SessionToken } from "./session-token.ts";
import type { SigningKey } from "./signing-key.ts";
import { tokenTerms } from "./token-terms.ts";

export interface IssuedToken {
  readonly token: string;
  /** From the moment it is handed out. */
  readonly expiresInSeconds: number;
}

/**
 * Signs a bearer token (RFC 9068). The same token and key give the same text, however often it is asked for. `country` is the
 * account's, by which the gateway reads what is written without a calling code.
 */
export function issueToken(
  key: SigningKey,
  token: SessionToken & { readonly country: CountryCode },
  at: Instant,
): IssuedToken {
  const expiresAt = epochSecondsOf(token.expiresAt);
  const claims = {
    iss: tokenTerms.issuer,
    aud: tokenTerms.audience,
    sub: token.accountId,
    sid: token.sessionId,
    jti: token.tokenId,
    ...(token.replaces === null ? {} : { replaces: token.replaces }),
    iat: epochSecondsOf(token.issuedAt),
    exp: expiresAt,
    roles: token.roles,
    country: token.country,
  };
  return {
    token: signToken(key, tokenTerms.type, claims),
    expiresInSeconds: expiresAt - epochSecondsOf(at),
  };
}

function epochSecondsOf(moment: Instant): number {
  return Math.floor(epochMsOf(moment) / 1_000);
}
