import type { AccountId, Instant, PaymentId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Keeps the provider's page of a payment; the first one known stays. */
export function keepLink(link: {
  readonly paymentId: PaymentId;
  readonly accountId: AccountId;
  readonly paymentUrl: string;
  readonly at: Instant;
}): Statement {
  return CompiledQuery.raw(
    `insert into payment_private (payment_id, account_id, payment_url, recorded_at)
     values ($1, $2, $3, $4) on conflict (payment_id) do nothing`,
    [link.paymentId, link.accountId, link.paymentUrl, link.at],
  );
}

const findText = `
select (select payment_url from payment_private where payment_id = $1) as "paymentUrl",
  exists (select from events where stream_id = $1) as "isKnown"`;

/** The provider's page of a payment, null where there is none; `undefined` for a payment nobody knows. */
export async function findLink(
  database: Database,
  paymentId: PaymentId,
): Promise<string | null | undefined> {
  const [row] = await database.query<{ paymentUrl: string | null; isKnown: boolean }>(
    CompiledQuery.raw(findText, [paymentId]),
  );
  return row?.isKnown === true ? row.paymentUrl : undefined;
}
