import type { SealedView } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { OPERATOR } from "../admin-actions/operator.ts";
import { canonicalEmail } from "../contacts/canonical-email.ts";
import { eraseApplicant } from "./erase-applicant.ts";
import { findAccountOf } from "./find-account.ts";
import { type ErasureDeps, type ErasureOutcome, requestErasure } from "./request-erasure.ts";

/** Erases whoever an address belongs to, also who only waits; the services that run carry it out. */
export async function eraseByEmail(
  deps: ErasureDeps & { readonly database: Database },
  email: string,
  waitMs: number,
): Promise<{
  readonly accountId?: AccountId;
  readonly outcome: ErasureOutcome | "left-waitlist";
  readonly sealed?: SealedView | undefined;
}> {
  const accountId = await findAccountOf(deps.database, email);
  if (accountId === undefined) {
    const wasWaiting = await eraseApplicant(deps.database, canonicalEmail(email));
    return { outcome: wasWaiting ? "left-waitlist" : "unknown-account" };
  }
  const erasureId: string = newId();
  const context = { correlationId: erasureId, causationId: erasureId };
  const request = { accountId, erasureId, by: OPERATOR };
  return { accountId, ...(await requestErasure(deps, request, { context, waitMs })) };
}
