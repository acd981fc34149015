import { createHash } from "node:crypto";
import { uuidOfDigest } from "@sanu/kernel";
import type { AttemptKind, AttemptOrder } from "./attempt.ts";

/** Never random: after any crash it is made again. Shaped as a UUIDv4, because MTN MoMo and pawaPay take only that. */
export function attemptKey(kind: AttemptKind, subjectId: string, attemptNumber: number): string {
  const digest = createHash("sha256").update(`sanu/${kind}/${subjectId}/${attemptNumber}`).digest();
  return uuidOfDigest(digest, 4);
}

/** An attempt of a payment, refund or payout, counted from 1, with the key that the provider knows it by. */
export function attemptOrder(
  kind: AttemptKind,
  subjectId: string,
  attemptNumber: number,
): AttemptOrder {
  const attemptId = attemptKey(kind, subjectId, attemptNumber);
  return { attemptId, subjectId, attemptNumber, kind };
}
