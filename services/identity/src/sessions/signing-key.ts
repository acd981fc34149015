import type { KeyObject } from "node:crypto";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { tokenTerms } from "./token-terms.ts";

export type PublicJwk = Readonly<Record<string, string>>;

/** A key that verifies tokens. Its id is the thumbprint of the public part (RFC 7638). */
export interface VerifyingKey {
  readonly keyId: string;
  readonly publicJwk: PublicJwk;
}

export interface SigningKey extends VerifyingKey {
  readonly privateKey: KeyObject;
}

/** Reads a PEM private key on Ed25519. Throws on any other, without quoting it. */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = read(pem, createPrivateKey);
  return { ...verifyingKeyOf(createPublicKey(privateKey)), privateKey };
}

/** Reads a PEM key on Ed25519, public or private, of which only the public part is kept. Throws on any other. */
export function readVerifyingKey(pem: string): VerifyingKey {
  return verifyingKeyOf(read(pem, createPublicKey));
}

function verifyingKeyOf(publicKey: KeyObject): VerifyingKey {
  const { kty, crv, x } = publicKey.export({ format: "jwk" });
  if (kty !== "OKP" || crv !== "Ed25519" || x === undefined) {
    throw new TypeError("The token key is not a key on Ed25519");
  }
  const keyId = thumbprintOf({ crv, kty, x });
  return {
    keyId,
    publicJwk: { kty, crv, x, kid: keyId, alg: tokenTerms.algorithm, use: "sig" },
  };
}

function read(pem: string, reader: (pem: string) => KeyObject): KeyObject {
  try {
    return reader(pem.replaceAll("\\n", "\n"));
  } catch {
    // The cause of OpenSSL can quote what it read.
    throw new TypeError("The token key is not a PEM key");
  }
}

/** RFC 7638, 3 and RFC 8037, 2: the required members in the order of their names, without spaces. */
function thumbprintOf(members: { crv: string; kty: string; x: string }): string {
  return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}

export function makeSigningKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
