import { randomBytes } from "node:crypto";
import type { AccountId, Instant, TransactionId } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Who receives and who pays; erased with the person. */
export interface TransactionPrivateTable {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  /** Canonical: what is sent to and what the HMAC names; null in a sale without a place for a refund. */
  readonly receiver: string | null;
  /** As the person wrote it: what answers show. */
  readonly receiver_given: string;
  readonly receiver_masked: string;
  /** E.164 */
  readonly number: string;
  readonly page_token: string;
  /** The provider's page; null until it is known and where there is none. */
  readonly payment_url: string | null;
  /** The BOLT 11 invoice of a sale; null until it is known and in a purchase. */
  readonly invoice: string | null;
  /** The invoice that the seller gave for the return of her sats. */
  readonly refund_invoice: string | null;
  /** E.164 of who paid, where the provider names it: on its page that can be another number than the order's. */
  readonly payer_number: string | null;
  readonly linked_at: Instant | null;
}

const pageTokenBytes = 16;

/** What opens a transaction's payment page and says nothing: 128 random bits. */
export function newPageToken(): string {
  return randomBytes(pageTokenBytes).toString("base64url");
}

const insertText = `
insert into transaction_private
  (transaction_id, account_id, receiver, receiver_given, receiver_masked, number, page_token)
values ($1, $2, $3, $4, $5, $6, $7)`;

/** Who pays and who receives, apart from the log. */
export function insertPrivateRow(
  row: Omit<
    TransactionPrivateTable,
    "payment_url" | "invoice" | "refund_invoice" | "payer_number" | "linked_at"
  >,
): Statement {
  return CompiledQuery.raw(insertText, [
    row.transaction_id,
    row.account_id,
    row.receiver,
    row.receiver_given,
    row.receiver_masked,
    row.number,
    row.page_token,
  ]);
}

/** The provider's page or the invoice, null where there is none: from now on nobody waits for it. */
export function updateLink(
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

/** Who paid, for what the law obliges to keep; payments deletes what it knows as soon as it hears of an erasure. */
export function updatePayer(transactionId: TransactionId, number: string): Statement {
  return CompiledQuery.raw(
    "update transaction_private set payer_number = $2 where transaction_id = $1",
    [transactionId, number],
  );
}
