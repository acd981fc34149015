import { createHash } from "node:crypto";
import { idOf } from "@sanu/contracts";
import { type CaseId, uuidOfDigest } from "@sanu/kernel";

/** Never random: the same finding is the same case, whoever finds it and however often. Shaped as a UUIDv8 (RFC 9562). */
export function caseIdOf(...about: readonly [string, ...(string | null)[]]): CaseId {
  const digest = createHash("sha256")
    .update(JSON.stringify(["sanu/case", ...about]))
    .digest();
  return idOf<CaseId>().parse(uuidOfDigest(digest, 8));
}
