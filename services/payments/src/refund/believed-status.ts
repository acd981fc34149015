import { attemptKey } from "@sanu/attempts";
import { findAttempt } from "@sanu/platform";
import { type RefundStatus, unknownBecause } from "@sanu/rails";
import type { RefundDeps } from "./deps.ts";
import type { OrderedRefund } from "./state.ts";

/**
 * "Not found" is a reason to send the money back again, so it has to come from the account that was asked: one that does not know the
 * collection either is another one, whose keys somebody has put into the settings, and the first one may have sent it.
 */
export async function believedStatus(
  { database, rail }: Pick<RefundDeps, "database" | "rail">,
  recall: () => Promise<OrderedRefund>,
  status: RefundStatus,
): Promise<RefundStatus> {
  if (status.kind !== "not-found") return status;
  const { paymentId, collectionAttempt = 1 } = await recall();
  const key = attemptKey("collection", paymentId, collectionAttempt);
  const collection = await findAttempt(database, key);
  if (collection === undefined) return status;
  const said = await rail.status({ key, providerReference: collection.providerReference });
  if (said.kind === "unknown") return said;
  return said.kind === "not-found" ? unknownBecause("account-forgot") : status;
}
