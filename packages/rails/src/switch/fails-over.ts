import type { CollectionFailure } from "../ports/collection-rail.ts";
import type { DisburseFailure } from "../ports/disburse-rail.ts";

/** `call`: it refused at once and never had the order; `status`: it had taken it, and says now that it failed. */
export type RefusedAt = "call" | "status";

const never = { call: false, status: false } as const;

/**
 * Which definite refusals are the provider's own, so that another one may be asked. A payer who was prompted can still pay for a while,
 * so a collection that was taken once stays where it is. A call without an answer is no refusal and stands in no table.
 */
const ofCollections: Readonly<Record<CollectionFailure, Readonly<Record<RefusedAt, boolean>>>> = {
  "refused-by-provider": { call: true, status: false },
  declined: never,
  "insufficient-funds": never,
  expired: never,
  cancelled: never,
};

const ofDisbursements: Readonly<Record<DisburseFailure, Readonly<Record<RefusedAt, boolean>>>> = {
  "channel-closed": { call: true, status: true },
  "insufficient-float": { call: true, status: true },
  "refused-by-provider": { call: true, status: false },
  "receiver-not-found": never,
  "receiver-wallet-full": never,
};

/** Whether another provider may be asked to collect, behind this refusal at this moment. */
export function collectionFailsOver(reason: CollectionFailure, at: RefusedAt): boolean {
  return ofCollections[reason][at];
}

/** Whether another provider may be asked to pay out, behind this refusal at this moment. */
export function disbursementFailsOver(reason: DisburseFailure, at: RefusedAt): boolean {
  return ofDisbursements[reason][at];
}
