import type { TransactionId } from "@sanu/kernel";
import type { IdentityClient } from "./identity.ts";
import type { Call } from "./request-client.ts";
import type { TransactionsClient } from "./transactions.ts";

/** A question of the gateway itself, and not of a request. */
const ownCall = (correlationId: string): Call => ({ correlationId, traceparent: undefined });

/** The keys that tokens are verified with; `undefined` where identity did not answer. */
export async function readKeys(identity: IdentityClient) {
  const result = await identity.getSigningKeys(ownCall("signing-keys"));
  return result.kind === "replied" ? result.data.keys : undefined;
}

/** The revocations behind a place of the sequence; `undefined` where identity did not answer. */
export async function readRevocations(identity: IdentityClient, afterSequence: number) {
  const result = await identity.listRevocations({ afterSequence }, ownCall("revocations"));
  return result.kind === "replied" ? result.data : undefined;
}

/** How far these transactions are; `undefined` where transactions did not answer. */
export async function readProgress(
  transactions: TransactionsClient,
  transactionIds: readonly TransactionId[],
) {
  const result = await transactions.listProgress({ transactionIds }, ownCall("progress"));
  return result.kind === "replied" ? result.data.progress : undefined;
}

/** Tells identity that a token came into use; false where it has not heard. */
export async function tellFirstUse(identity: IdentityClient, tokenId: string): Promise<boolean> {
  const result = await identity.recordTokenUse({ tokenId }, ownCall("first-use"));
  return result.kind === "replied";
}
