import type { KeyObject } from "node:crypto";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { tokenTerms } from "./token-terms.ts";

/** A public key as RFC 7517 and 7518 write it. */
export type PublicJwk = Readonly<Record<string, string>>;

/** The key that signs tokens. Its id is the thumbprint of the public part (RFC 7638). */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
}

/** Reads a PEM private key on P-256. Throws on any other, without quoting it. */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = privateKeyOf(pem);
  const { kty, crv, x, y } = createPublicKey(privateKey).export({ format: "jwk" });
  if (kty !== "EC" || crv !== "P-256" || x === undefined || y === undefined) {
    throw new TypeError("The token key is not an elliptic-curve key on P-256");
  }
  const keyId = thumbprintOf({ crv, kty, x, y });
  return {
    keyId,
    privateKey,
    publicJwk: { kty, crv, x, y, kid: keyId, alg: tokenTerms.algorithm, use: "sig" },
  };
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    // The cause of OpenSSL can quote what it read.
    throw new TypeError("The token key is not a PEM private key");
  }
}

/** RFC 7638, 3: the required members in the order of their names, without spaces. */
function thumbprintOf(members: { crv: string; kty: string; x: string; y: string }): string {
  return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}

/** A new private key as PEM. */
export function makeSigningKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
