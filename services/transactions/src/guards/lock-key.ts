import type { Append } from "@sanu/platform";
import type { TransactionEvent } from "../transaction/events.ts";

/**
 * What commits with these locks rows of the account first and the float last. Between them come those that accounts may share: of a
 * number, a document, an invoice. Who meets there does it rarely, and a group does not wait for it long.
 */
const ofAccount: readonly TransactionEvent["type"][] = [
  "TransactionCreated",
  "TransactionPaid",
  "TransactionCompleted",
];

/** For `EventStoreOptions`: the events of nearly every transaction; what commits with others may lock more. */
export function lockKeyOf({ loaded, events }: Append<TransactionEvent>): string | null | undefined {
  if (events.every(({ type }) => type === "TransactionPaymentLinked")) return null;
  if (!events.every(({ type }) => ofAccount.includes(type))) return undefined;
  const created = loaded.events[0] ?? events[0];
  return created.type === "TransactionCreated" ? created.accountId : undefined;
}
