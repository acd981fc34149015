import { sign } from "node:crypto";
import { epochMsOf, type Instant } from "@sanu/kernel";
import type { SessionToken } from "./session-token.ts";
import type { SigningKey } from "./signing-key.ts";
import { tokenTerms } from "./token-terms.ts";

export interface IssuedToken {
  readonly token: string;
  /** From the moment it is handed out. */
  readonly expiresInSeconds: number;
}

/** Signs a bearer token (RFC 9068). The same token and key give the same text, however often it is asked for. */
export function issueToken(key: SigningKey, token: SessionToken, at: Instant): IssuedToken {
  const header = { alg: tokenTerms.algorithm, typ: tokenTerms.type, kid: key.keyId };
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
  };
  const signed = `${part(header)}.${part(claims)}`;
  const signature = sign(null, Buffer.from(signed), key.privateKey);
  return {
    token: `${signed}.${signature.toString("base64url")}`,
    expiresInSeconds: expiresAt - epochSecondsOf(at),
  };
}

function epochSecondsOf(moment: Instant): number {
  return Math.floor(epochMsOf(moment) / 1_000);
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
