import {
  idOf,
  type ListMonitored,
  paymentsAuditTrail,
  payoutsAuditTrail,
  type RequestInput,
} from "@sanu/contracts";
import { isUuid, type TransactionId } from "@sanu/kernel";
import type { NoReply, ScopedClient } from "../../clients/request-client.ts";

type Search = RequestInput<typeof ListMonitored>["search"];

const ourReference = /^(?:TXN|PAY|PAYOUT)_/;

/** What has none of our shapes may be a provider's name for the money; an id may be both. */
export async function readSearch(
  client: ScopedClient,
  text: string | undefined,
): Promise<{ readonly kind: "read"; readonly search: Search } | NoReply> {
  if (text === undefined) return { kind: "read", search: null };
  if (ourReference.test(text)) {
    return { kind: "read", search: { kind: "reference", reference: text } };
  }
  const found = await findByProviderReference(client, text);
  if (found.kind !== "found") return found;
  const id = text.toLowerCase();
  const own = isUuid(id) ? [idOf<TransactionId>().parse(id)] : [];
  const transactionIds = [...own, ...found.transactionIds];
  return { kind: "read", search: { kind: "ids", transactionIds } };
}

/**
 * Names that providers gave are known to payments and payouts alone; transactions learns nothing of providers. No reply
 * of the one counts only where the other finds nothing.
 */
async function findByProviderReference(
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
