/** What the gateway demands of a token; identity issues exactly this. */
export const tokenTerms = {
  /** The only algorithm, whatever a token's header says. */
  algorithm: "EdDSA",
  /** RFC 9068: an access token, not some other JWT of the same issuer. */
  type: "at+jwt",
  issuer: "sanu-identity",
  audience: "sanu-api",
  requiredClaims: ["iss", "aud", "sub", "sid", "jti", "iat", "exp"],
} as const;
