import { randomBytes } from "node:crypto";
import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { ReadOrder } from "./read-order.ts";

const pageTokenBytes = 16;

/** What opens a transaction's payment page and says nothing: 128 random bits. */
export function newPageToken(): string {
  return randomBytes(pageTokenBytes).toString("base64url");
}

const insertText = `
insert into transaction_private
  (transaction_id, account_id, receiver, receiver_given, receiver_masked, number, page_token)
values ($1, $2, $3, $4, $5, $6, $7)`;

/** Keeps who pays and who receives, apart from the log. */
export function keepPrivate(
  of: { readonly transactionId: TransactionId; readonly accountId: AccountId },
  order: ReadOrder,
  pageToken: string,
): Statement {
  const { receiver, receiverGiven, phone } = order;
  return CompiledQuery.raw(insertText, [
    of.transactionId,
    of.accountId,
    receiver.canonical,
    receiverGiven,
    receiver.masked,
    phone.e164,
    pageToken,
  ]);
}

/** Keeps the provider's page, null where it has none: from now on nobody waits for it. */
export function keepLink(
  transactionId: TransactionId,
  paymentUrl: string | null,
  linkedAt: Instant,
): Statement {
  return CompiledQuery.raw(
    "update transaction_private set payment_url = $2, linked_at = $3 where transaction_id = $1",
    [transactionId, paymentUrl, linkedAt],
  );
}
