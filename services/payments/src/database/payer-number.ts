import type { AccountId, Instant, PaymentId } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Beside the page on which it paid, or alone where that never became known; none of an erased person is stored. */
export function storePayer(
  { paymentId, accountId }: { readonly paymentId: PaymentId; readonly accountId: AccountId },
  number: string,
  at: Instant,
): Statement {
  return CompiledQuery.raw(
    `with beside as (
       update payment_private set payer_number = $3 where payment_id = $1 returning payment_id
     )
     insert into payers_alone (payment_id, account_id, payer_number, recorded_at)
     select $1, $2, $3, $4
     where not exists (select from beside)
       and not exists (select from erased_accounts where account_id = $2)
     on conflict (payment_id) do nothing`,
    [paymentId, accountId, number, at],
  );
}

/** Null where nobody named it, or its row is deleted. */
export async function findPayer(database: Database, paymentId: PaymentId): Promise<string | null> {
  const [row] = await database.lookUp<{ readonly number: string | null }>(
    CompiledQuery.raw(
      `select coalesce(beside.payer_number, alone.payer_number) as "number"
       from (select $1::uuid as payment_id) as wanted
         left join payment_private as beside using (payment_id)
         left join payers_alone as alone using (payment_id)`,
      [paymentId],
    ),
  );
  return row?.number ?? null;
}
