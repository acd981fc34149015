import { createHmac, createSecretKey } from "node:crypto";

const DESTINATION_KEY_BYTES_MIN = 32;

/**
 * HMAC-SHA-256 under a key that belongs to the person and is erased with the person, as base64url (43 letters): events
 * name a destination without saying it. Throws `RangeError` on a key shorter than 32 bytes.
 */
export function destinationHmac(key: Uint8Array, destination: string): string {
  if (key.length < DESTINATION_KEY_BYTES_MIN) {
    throw new RangeError(`A destination key has at least ${DESTINATION_KEY_BYTES_MIN} bytes`);
  }
  // Node makes a key object of bytes too, but seven times slower.
  return createHmac("sha256", createSecretKey(key)).update(destination, "utf8").digest("base64url");
}
