import { paymentsAuditTrail, payoutsAuditTrail } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import type { NoReply, ScopedClient } from "../../clients/request-client.ts";

/**
 * Names that providers gave are known to payments and payouts alone; transactions learns nothing of providers. No reply
 * of the one counts only where the other finds nothing.
 */
export async function findByProviderReference(
  client: ScopedClient,
  providerReference: string,
): Promise<{ readonly kind: "found"; readonly transactionIds: TransactionId[] } | NoReply> {
  const results = await Promise.all(
    [paymentsAuditTrail, payoutsAuditTrail].map((trail) =>
      client.request(trail.findByProviderReference, { providerReference }),
    ),
  );
  const transactionIds = results.flatMap((result) =>
    result.kind === "replied" ? result.data.transactionIds : [],
  );
  const missing = results.find((result) => result.kind !== "replied");
  if (transactionIds.length === 0 && missing !== undefined) return missing;
  return { kind: "found", transactionIds };
}
