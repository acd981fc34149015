import type { SealedView } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { OPERATOR } from "../admin-actions/operator.ts";
import { canonicalEmail } from "../contacts/canonical-email.ts";
import { eraseApplicant } from "./erase-applicant.ts";
import { findAccountOf } from "./find-account.ts";
import { type ErasureDeps, type ErasureOutcome, requestErasure } from "./request-erasure.ts";

/**
 * Erases who has proved nothing yet: a registration, or who only waits. Whose address is proved erases herself, or two of the
 * staff do.
 */
export async function eraseByEmail(
  deps: ErasureDeps & { readonly database: Database },
  email: string,
  waitMs: number,
): Promise<{
  readonly accountId?: AccountId;
  readonly outcome: ErasureOutcome | "left-waitlist" | "proved";
  readonly sealed?: SealedView | undefined;
}> {
  const found = await findAccountOf(deps.database, email);
  if (found === undefined) {
    const wasWaiting = await eraseApplicant(deps.database, canonicalEmail(email));
    return { outcome: wasWaiting ? "left-waitlist" : "unknown-account" };
  }
  const { accountId, isProved } = found;
  if (isProved) return { accountId, outcome: "proved" };
  const erasureId: string = newId();
  const context = { correlationId: erasureId, causationId: erasureId };
  const request = { accountId, erasureId, by: OPERATOR };
  return { accountId, ...(await requestErasure(deps, request, { context, waitMs })) };
}
