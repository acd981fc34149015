import { idOf, type ListMonitored, type RequestInput } from "@sanu/contracts";
import { isUuid, type TransactionId } from "@sanu/kernel";
import type { NoReply, ScopedClient } from "../../clients/request-client.ts";
import { findByProviderReference } from "./find-by-provider-reference.ts";

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
