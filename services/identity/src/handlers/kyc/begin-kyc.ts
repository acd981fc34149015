import { BeginKyc, KYC_TIER_HIGHEST } from "@sanu/contracts";
import { type AccountId, type Clock, isUuid, newId } from "@sanu/kernel";
import {
  assertAwaited,
  awaitKey,
  findKey,
  handleRequest,
  missingReference,
  refuse,
} from "@sanu/platform";
import { refuseTooMany } from "../../credentials/throttle/refuse-too-many.ts";
import type { Throttle } from "../../credentials/throttle/throttle.ts";
import { findKyc, type KycDeps } from "../../kyc/find-kyc.ts";
import { kycLimits } from "../../kyc/kyc-limits.ts";
import { submissionKey } from "../../kyc/submission-key.ts";
import { insertSubmission, kycConstraints } from "../../kyc/submission-writes.ts";

export interface BeginKycDeps extends KycDeps {
  readonly clock: Clock;
  readonly throttle: Pick<Throttle, "consumeOne">;
}

/** What is not handed in is deleted by age. */
export const beginKyc = (deps: BeginKycDeps) =>
  handleRequest(BeginKyc, async ({ accountId, idempotencyKey }, context) => {
    const { database, clock } = deps;
    const key = submissionKey(accountId, idempotencyKey);
    if (key !== undefined && (await findKey(database, key)) !== undefined) {
      return { submissionId: null };
    }
    // The account says the last word; this spares people eight megabytes that it would refuse.
    const kyc = await findKyc(deps, accountId);
    if (kyc === undefined) return refuse("not-found");
    if (kyc.status === "PENDING" || kyc.tier.id >= KYC_TIER_HIGHEST) {
      // The first try under the same key may be what it waits for.
      const used = key === undefined ? undefined : await awaitKey(database, key);
      if (used !== undefined) return { submissionId: null };
      return refuse(kyc.status === "PENDING" ? "kyc-already-pending" : "kyc-already-complete");
    }
    const consumed = await deps.throttle.consumeOne(submissionsPolicy(accountId));
    if (consumed.retryAfterSeconds !== null) return refuseTooMany(consumed.retryAfterSeconds);
    assertAwaited(context);
    // The gateway's second attempt opens the same one.
    const submissionId = isUuid(context.causationId) ? context.causationId : newId();
    try {
      await database.query(insertSubmission({ submissionId, accountId }, clock.now()));
      return { submissionId };
    } catch (error) {
      if (missingReference(error) === kycConstraints.owner) return refuse("not-found");
      throw error;
    }
  });

function submissionsPolicy(accountId: AccountId) {
  const { submissionsPerDay: quota, dayMs: windowMs } = kycLimits;
  return { name: "kyc", key: ["kyc", accountId], quota, windowMs } as const;
}
