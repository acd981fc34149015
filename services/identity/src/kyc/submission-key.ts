import type { AccountId } from "@sanu/kernel";
import type { IdempotencyScope } from "@sanu/platform";

export function submissionKey(
  accountId: AccountId,
  key: string | null,
): IdempotencyScope | undefined {
  return key === null ? undefined : { scope: `${accountId} POST /api/v1/kyc`, key };
}
