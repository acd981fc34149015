import type { AccountId, Instant } from "@sanu/kernel";
import type { Database, Sealing, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What of her is sealed, by the name that it has in the record; the page of personal data says the same, which a rule compares. */
const sealedAs = {
  number: "number",
  receiver: "receiver",
  receiver_given: "receiverGiven",
  invoice: "invoice",
  refund_invoice: "refundInvoice",
  // Where the provider names it: on its page that can be another number than the order's.
  payer_number: "payerNumber",
} as const;

export const sealedColumns = Object.keys(sealedAs).map((column) => `transaction_private.${column}`);

const sealedText = Object.entries(sealedAs)
  .map(([column, name]) => `private.${column} as "${name}"`)
  .join(", ");

interface PaidTransaction {
  readonly transactionId: string;
  readonly [name: string]: string | null;
}

/** Money came in for them: one that nobody paid is no transaction of the law's. */
const paidText = `
select list.transaction_id as "transactionId", list.reference, list.transaction_type as "transactionType",
  list.amount_xof::text as "amountXof", list.amount_sats::text as "amountSats", list.status,
  list.created_at as "createdAt", ${sealedText}
from transaction_list as list join transaction_private as private using (transaction_id)
where list.account_id = $1 and exists (select from events where stream_id = list.transaction_id
  and (event_type = 'TransactionPaid' or data ->> 'receiptId' is not null))
order by list.created_at, list.transaction_id`;

export function listPaid(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<PaidTransaction[]> {
  return database.query<PaidTransaction>(CompiledQuery.raw(paidText, [accountId]));
}

/** Who paid and who received, transaction by transaction, before the rows that say so go. */
export async function sealTransactions(
  { database, sealing }: { readonly database: Database; readonly sealing: Sealing },
  accountId: AccountId,
  keepUntil: Instant,
): Promise<readonly Statement[]> {
  const sealed: Statement[] = [];
  for (const paid of await listPaid(database, accountId)) {
    const record = { accountId, kind: "transaction", name: paid.transactionId };
    sealed.push(await sealing.seal(record, Buffer.from(JSON.stringify(paid)), keepUntil));
  }
  return sealed;
}
