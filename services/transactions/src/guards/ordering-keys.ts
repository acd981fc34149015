import type { FactAttributes, FactData, OrderingKeyChanged } from "@sanu/contracts";
import type { AccountId, TransactionId, Xof } from "@sanu/kernel";
import { type Database, factPlace, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Persons } from "./persons.ts";

/** What an order by a key breaks, besides what every order can. */
export const orderingKeyConstraints = {
  /** Identity has not published the key yet. */
  known: "ordering_keys_known",
  /** It has ended, or is another account's: the gateway's word is not enough. */
  live: "ordering_keys_live",
} as const;

/** A service may order so much by this key from now on, unless a later fact has said otherwise. */
export function upsertOrderingKey(
  key: FactData<typeof OrderingKeyChanged>,
  attributes: Pick<FactAttributes, "position">,
): Statement {
  return CompiledQuery.raw(
    `insert into ordering_keys as known (key_id, account_id, open_max, monthly_limit_xof, ends_at, fact_place)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (key_id) do update set open_max = excluded.open_max,
       monthly_limit_xof = excluded.monthly_limit_xof, ends_at = excluded.ends_at, fact_place = excluded.fact_place
       where known.fact_place < excluded.fact_place`,
    [
      key.keyId,
      key.accountId,
      key.openTransactionsMax,
      key.monthlyLimitXof,
      key.endsAt,
      factPlace(attributes),
    ],
  );
}

interface OrderByKey {
  readonly transactionId: TransactionId;
  readonly accountId: AccountId;
  readonly keyId: string;
  readonly month: string;
  readonly amountXof: Xof;
  /** E.164 */
  readonly number: string;
  readonly receiver: string | null;
}

/** Reserves an order's part of what its key allows the account, and of its number's month, or refuses the whole append. */
export function reserveByKey(
  { nameOf, isNumberCounted }: Persons,
  { transactionId, accountId, keyId, month, amountXof, number, receiver }: OrderByKey,
): Statement {
  const names = [nameOf(number), receiver === null ? null : nameOf(receiver), isNumberCounted];
  return CompiledQuery.raw("select reserve_by_key($1, $2, $3, $4, $5, $6, $7, $8)", [
    transactionId,
    accountId,
    keyId,
    month,
    amountXof,
    ...names,
  ]);
}

/** How many transactions of the account may be open when it orders by this key. */
export async function findOpenMax(
  database: Pick<Database, "query">,
  keyId: string,
): Promise<number | undefined> {
  const text = `select open_max as "openMax" from ordering_keys where key_id = $1`;
  const [row] = await database.query<{ openMax: number }>(CompiledQuery.raw(text, [keyId]));
  return row?.openMax;
}
