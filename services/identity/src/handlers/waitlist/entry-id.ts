import { createHmac } from "node:crypto";
import type { Secret } from "@sanu/platform";

const uuidBytes = 16;
const [versionAt, variantAt] = [6, 8];

/**
 * The id of an entry, made of its address under a secret (a UUID of version 8, RFC 9562): the same whether it is new or
 * stood there before, and without the moment in it, which would tell.
 */
export function entryIdOf(pepper: Secret, email: string): string {
  const hmac = createHmac("sha256", pepper.reveal()).update(`waitlist-entry:${email}`).digest();
  const bytes = hmac.subarray(0, uuidBytes);
  bytes.writeUInt8((bytes.readUInt8(versionAt) % 16) + 0x80, versionAt);
  bytes.writeUInt8((bytes.readUInt8(variantAt) % 64) + 0x80, variantAt);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
