import type { AccountId } from "@sanu/kernel";
import type { IdempotencyScope } from "@sanu/platform";

/** A client's idempotency key for documents; `undefined` where it sent none. */
export function submissionKey(
  accountId: AccountId,
  key: string | null,
): IdempotencyScope | undefined {
  return key === null ? undefined : { scope: `${accountId} POST /api/v1/kyc`, key };
}
