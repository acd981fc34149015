import { createHash } from "node:crypto";
import { idOf } from "@sanu/contracts";
import type { CaseId } from "@sanu/kernel";

/** Never random: the same finding is the same case, whoever finds it and however often. Shaped as a UUIDv8 (RFC 9562). */
export function caseIdOf(...about: readonly [string, ...(string | null)[]]): CaseId {
  const digest = createHash("sha256")
    .update(JSON.stringify(["sanu/case", ...about]))
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex", 0, 16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return idOf<CaseId>().parse([...parts, hex.slice(20)].join("-"));
}
