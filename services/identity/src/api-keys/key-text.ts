import { createHash, createHmac } from "node:crypto";
import { uuidOfDigest } from "@sanu/kernel";
import type { Secret } from "@sanu/platform";

const prefixBytes = 6;

export interface MadeKey {
  /** Not the command's: whoever knows the pepper and what is shown of a key must not know the key. */
  readonly keyId: string;
  readonly key: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
}

/** A key of 256 bits. The command that makes it, asked again, makes the same one: its first reply may have got lost. */
export function makeApiKey(pepper: Secret, commandId: string): MadeKey {
  const part = (what: string) =>
    createHmac("sha256", pepper.reveal())
      .update(JSON.stringify(["api-key", what, commandId]))
      .digest();
  const prefix = `sanu_${part("prefix").subarray(0, prefixBytes).toString("hex")}`;
  const key = `${prefix}_${part("secret").toString("base64url")}`;
  const keyHash = createHash("sha256").update(key).digest();
  return { keyId: uuidOfDigest(part("id"), 8), key, prefix, keyHash };
}
