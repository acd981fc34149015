import { createHash } from "node:crypto";
import { idOf } from "@sanu/contracts";
import { type StandingOrderId, type TransactionId, uuidOfDigest } from "@sanu/kernel";

const digestVersion = 8;
/** Where the text of an id says its version. */
const versionAt = 14;

/** The transaction of an occurrence: the same one, whoever orders it and however often. */
export function transactionIdOf(orderId: StandingOrderId, occurrence: number): TransactionId {
  const digest = createHash("sha256").update(`standing order ${orderId} ${occurrence}`).digest();
  return idOf<TransactionId>().parse(uuidOfDigest(digest, digestVersion));
}

/** Whether it may be such a one: every other order has an id of its moment. */
export function isOfOccurrence(transactionId: string): boolean {
  return transactionId.charAt(versionAt) === `${digestVersion}`;
}
