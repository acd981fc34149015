import { type StaffActClaims, staffActTerms } from "@sanu/contracts";
import { epochMsOf, type Instant, newId } from "@sanu/kernel";
import { signToken } from "@sanu/platform";
import type { SigningKey } from "../sessions/signing-key.ts";

/** Identity's word for one request of one session or key, for a minute. */
export function issueAssertion(
  key: SigningKey,
  about: Pick<StaffActClaims, "aud" | "sub" | "sid" | "key" | "op" | "body">,
  at: Instant,
): string {
  const iat = Math.floor(epochMsOf(at) / 1_000);
  const claims: StaffActClaims = {
    iss: staffActTerms.issuer,
    ...about,
    jti: newId(),
    iat,
    exp: iat + staffActTerms.lifeSeconds,
  };
  return signToken(key, staffActTerms.type, claims);
}
