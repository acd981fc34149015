import { randomBytes } from "node:crypto";
import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { ReadOrder } from "../orders/read-order.ts";

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
  const { receiver, receiverGiven, phone, payoutChannel } = order;
  // A page shows whom the money goes to: in a sale, the number.
  const masked = payoutChannel === null && receiver !== null ? receiver.masked : phone.masked;
  return CompiledQuery.raw(insertText, [
    of.transactionId,
    of.accountId,
    receiver?.canonical ?? null,
    receiverGiven,
    masked,
    phone.e164,
    pageToken,
  ]);
}

/** Keeps the provider's page or the invoice, null where there is none: from now on nobody waits for it. */
export function keepLink(
  transactionId: TransactionId,
  link: { readonly paymentUrl: string | null; readonly invoice: string | null },
  linkedAt: Instant,
): Statement {
  return CompiledQuery.raw(
    `update transaction_private set payment_url = $2, invoice = $3, linked_at = $4
     where transaction_id = $1`,
    [transactionId, link.paymentUrl, link.invoice, linkedAt],
  );
}

/** The invoice that a seller gave for the refund of her sats; the newest one counts. */
export function updateRefundInvoice(transactionId: TransactionId, invoice: string): Statement {
  return CompiledQuery.raw(
    "update transaction_private set refund_invoice = $2 where transaction_id = $1",
    [transactionId, invoice],
  );
}
