import type { AccountId, Instant, PaymentId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Inserts where a payment can be paid; the first link known stays, and none of an erased person is stored. */
export function insertLink(
  owner: { readonly paymentId: PaymentId; readonly accountId: AccountId },
  { paymentUrl = null, invoice = null }: Partial<PaymentLink>,
  at: Instant,
): Statement {
  return CompiledQuery.raw(
    `insert into payment_private (payment_id, account_id, payment_url, invoice, recorded_at)
     select $1, $2, $3, $4, $5
     where not exists (select from erased_accounts where account_id = $2)
     on conflict (payment_id) do nothing`,
    [owner.paymentId, owner.accountId, paymentUrl, invoice, at],
  );
}

/** With what a payment can be made: the provider's page, an invoice, or neither. */
export interface PaymentLink {
  readonly paymentUrl: string | null;
  readonly invoice: string | null;
}

const findText = `
select payment_url as "paymentUrl", invoice, exists (select from events where stream_id = $1) as "isKnown"
from (select $1::uuid as payment_id) as wanted left join payment_private using (payment_id)`;

/** With what a payment can be made; `undefined` for a payment nobody knows. */
export async function findLink(
  database: Database,
  paymentId: PaymentId,
): Promise<PaymentLink | undefined> {
  const [row] = await database.lookUp<PaymentLink & { readonly isKnown: boolean }>(
    CompiledQuery.raw(findText, [paymentId]),
  );
  if (row?.isKnown !== true) return undefined;
  const { paymentUrl, invoice } = row;
  return { paymentUrl, invoice };
}
