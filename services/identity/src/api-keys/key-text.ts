import { createHash, randomBytes } from "node:crypto";
import { newId } from "@sanu/kernel";

const keyBytes = { prefix: 6, secret: 32 } as const;

export interface MadeKey {
  readonly keyId: string;
  readonly key: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
}

/** A key of 256 bits, made of nothing that is stored anywhere: who has not seen it cannot make it again. */
export function makeApiKey(): MadeKey {
  const prefix = `sanu_${randomBytes(keyBytes.prefix).toString("hex")}`;
  const key = `${prefix}_${randomBytes(keyBytes.secret).toString("base64url")}`;
  return { keyId: newId(), key, prefix, keyHash: createHash("sha256").update(key).digest() };
}
