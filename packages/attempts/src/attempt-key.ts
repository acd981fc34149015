import { createHash } from "node:crypto";
import type { AttemptKind, AttemptOrder } from "./attempt.ts";

/** Never random: after any crash it is made again. Shaped as a UUIDv4, because MTN MoMo and pawaPay take only that. */
export function attemptKey(kind: AttemptKind, subjectId: string, attemptNumber: number): string {
  const digest = createHash("sha256").update(`sanu/${kind}/${subjectId}/${attemptNumber}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x40, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex", 0, 16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}

export function attemptOrder(
  kind: AttemptKind,
  subjectId: string,
  attemptNumber: number,
): AttemptOrder {
  const attemptId = attemptKey(kind, subjectId, attemptNumber);
  return { attemptId, subjectId, attemptNumber, kind };
}
