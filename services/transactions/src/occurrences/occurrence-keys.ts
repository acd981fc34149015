import { createHash } from "node:crypto";
import { idOf } from "@sanu/contracts";
import { type StandingOrderId, type TransactionId, uuidOfDigest } from "@sanu/kernel";

/** The transaction of an occurrence: the same one, whoever orders it and however often. */
export function transactionIdOf(orderId: StandingOrderId, occurrence: number): TransactionId {
  const digest = createHash("sha256").update(`standing order ${orderId} ${occurrence}`).digest();
  return idOf<TransactionId>().parse(uuidOfDigest(digest, 8));
}
