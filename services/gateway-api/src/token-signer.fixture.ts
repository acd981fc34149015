import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { newId } from "@sanu/kernel";

export type TokenSigner = ReturnType<typeof createTokenSigner>;

/** Signs tokens as identity does, and wrongly where a test asks for it. */
export function createTokenSigner(keyId = "test-key") {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return {
    keyId,
    publicKey,
    publicJwk: { kty: "OKP", crv: "Ed25519", x, kid: keyId, alg: "EdDSA", use: "sig" },
    token(
      claims: Readonly<Record<string, unknown>> = {},
      header: Readonly<Record<string, unknown>> = {},
      key: KeyObject = privateKey,
    ): string {
      const now = Math.floor(Date.now() / 1_000);
      const signed = [
        { alg: "EdDSA", typ: "at+jwt", kid: keyId, ...header },
        {
          iss: "sanu-identity",
          aud: "sanu-api",
          sub: newId(),
          sid: newId(),
          jti: newId(),
          iat: now,
          exp: now + 3_600,
          roles: ["user"],
          country: "BJ",
          ...claims,
        },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign(
        key.asymmetricKeyType === "ed25519" ? null : "sha256",
        Buffer.from(signed),
        key,
      );
      return `${signed}.${signature.toString("base64url")}`;
    },
  };
}
