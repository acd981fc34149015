import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from "node:crypto";
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

const keyBytes = 32;
const keyIdLetters = 8;

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});
const info = bufferOf(Buffer.from("sanu sealed record"));

/** A record cannot be opened: it was sealed for another key, or changed or moved since. */
export class UnopenableRecordError extends Error {
  override readonly name = "UnopenableRecordError";
}

export interface SealingKey {
  readonly publicKey: string;
  readonly keyId: string;
}

/** Reads 32 bytes in base64url. Throws on anything else, and on the few points for which everybody could open. */
export function readSealingKey(text: string): SealingKey {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== keyBytes || bytes.toString("base64url") !== text) {
    throw new TypeError(`A key to seal for is ${keyBytes} bytes in base64url`);
  }
  const jwk = { kty: "OKP", crv: "X25519", x: text };
  const { privateKey } = generateKeyPairSync("x25519");
  diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk, format: "jwk" }) });
  const hash = createHash("sha256").update("sealing key").update(bytes).digest("base64url");
  return { publicKey: text, keyId: hash.slice(0, keyIdLetters) };
}

/**
 * HPKE (RFC 9180) in base mode: whoever has the public key can seal and not open. `place` says where the bytes belong: in
 * any other place they cannot be opened. The form is the encapsulated key, then the ciphertext.
 */
export async function sealFor(
  { publicKey }: SealingKey,
  place: string,
  plain: Uint8Array,
): Promise<Buffer> {
  const bytes = bufferOf(Buffer.from(publicKey, "base64url"));
  const recipientPublicKey: unknown = await suite.kem.deserializePublicKey(bytes);
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info },
    bufferOf(plain),
    bufferOf(Buffer.from(place)),
  );
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)]);
}

export async function openSealed(
  privateKey: Uint8Array,
  place: string,
  sealed: Uint8Array,
): Promise<Buffer> {
  try {
    const recipientKey: unknown = await suite.kem.importKey("raw", bufferOf(privateKey), false);
    const enc = bufferOf(sealed.subarray(0, suite.kem.encSize));
    const text = bufferOf(sealed.subarray(suite.kem.encSize));
    const aad = bufferOf(Buffer.from(place));
    return Buffer.from(await suite.open({ recipientKey, enc, info }, text, aad));
  } catch {
    throw new UnopenableRecordError("A record is sealed for another key, or was changed or moved");
  }
}

export function makeKeyPair(): { readonly privateKey: Uint8Array; readonly publicKey: string } {
  const pair = generateKeyPairSync("x25519");
  const { d = "", x: publicKey = "" } = pair.privateKey.export({ format: "jwk" });
  return { privateKey: new Uint8Array(Buffer.from(d, "base64url")), publicKey };
}

/** What `deserializePublicKey` and `open` take: bytes that are nobody else's. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
