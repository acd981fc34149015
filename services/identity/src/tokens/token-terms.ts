/** Who issues tokens, for whom, and how long they live. The gateway pins all of it. */
export const tokenTerms = {
  algorithm: "ES256",
  type: "at+jwt",
  issuer: "sanu-identity",
  audience: "sanu-api",
  lifeSeconds: 3_600,
} as const;
