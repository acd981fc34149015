/** Who issues tokens, and for whom. The gateway pins all of it. */
export const tokenTerms = {
  /** RFC 8037 on Ed25519: the same claims have the same signature, so a token can be signed again unchanged. */
  algorithm: "EdDSA",
  type: "at+jwt",
  issuer: "sanu-identity",
  audience: "sanu-api",
} as const;
