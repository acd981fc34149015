import { sign } from "node:crypto";
import { type AccountId, epochMsOf, type Instant, newId } from "@sanu/kernel";
import type { SigningKey } from "./signing-key.ts";
import { tokenTerms } from "./token-terms.ts";

export interface IssuedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Signs a bearer token (RFC 9068) for an account; `at` is the moment of issue. */
export function issueToken(
  key: SigningKey,
  subject: {
    readonly accountId: AccountId;
    readonly roles: readonly string[];
    readonly at: Instant;
  },
): IssuedToken {
  const issuedAt = Math.floor(epochMsOf(subject.at) / 1_000);
  const header = { alg: tokenTerms.algorithm, typ: tokenTerms.type, kid: key.keyId };
  const claims = {
    iss: tokenTerms.issuer,
    aud: tokenTerms.audience,
    sub: subject.accountId,
    jti: newId(),
    iat: issuedAt,
    exp: issuedAt + tokenTerms.lifeSeconds,
    roles: subject.roles,
  };
  const signed = `${part(header)}.${part(claims)}`;
  // RFC 7518, 3.4: the two numbers side by side, not the DER form that OpenSSL writes by itself.
  const signature = sign("sha256", Buffer.from(signed), {
    key: key.privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return {
    token: `${signed}.${signature.toString("base64url")}`,
    expiresInSeconds: tokenTerms.lifeSeconds,
  };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
