import type { AttemptOrder } from "@sanu/attempts";

import { attemptKey } from "@sanu/attempts";

/** The first attempt of a refund has the number 1; the same number is the same attempt, under the same key. */
export function refundAttempt(refundId: string, attemptNumber: number): AttemptOrder {
  const attemptId = attemptKey("refund", refundId, attemptNumber);
  return { attemptId, subjectId: refundId, attemptNumber, kind: "refund" };
}
