import type { Instant } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { bookAccounts, everydayAccounts } from "./accounts.ts";
import type { Balances, BookCurrency } from "./table.ts";

const sums = bookAccounts.map((account) => `coalesce(sum(${account}), 0)::text as ${account}`);

const entries = `
select currency, booked_at, ${everydayAccounts.join(", ")}, 0 as receivable, 0 as losses from book_entries
union all select currency, booked_at, ${bookAccounts.join(", ")} from receivable_entries`;

const balancesText = `
select currency, count(booked_at) as entries, ${sums.join(", ")}
from (values ('XOF'), ('SATS')) as currencies (currency)
  left join (select * from (${entries}) as every where $1::timestamptz is null or booked_at <= $1) as entry
    using (currency)
group by currency order by currency desc`;

/** The balances of one currency; they add up to zero, or the books are wrong. */
export interface CurrencyBalances {
  readonly currency: BookCurrency;
  readonly entries: bigint;
  readonly balances: Balances;
  readonly sum: bigint;
}

type BalanceRow = Readonly<Record<keyof Balances, string>> & {
  readonly currency: BookCurrency;
  readonly entries: bigint;
};

/** The books as they were at a moment, now when there is none. Reads every entry: for the shell, not for requests. */
export async function readBooks(
  database: Pick<Database, "query">,
  at: Instant | null,
): Promise<readonly CurrencyBalances[]> {
  const rows = await database.query<BalanceRow>(CompiledQuery.raw(balancesText, [at]));
  return rows.map(({ currency, entries, ...row }) => {
    const balances: Balances = {
      gateway_float: BigInt(row.gateway_float),
      node_float: BigInt(row.node_float),
      user_payable: BigInt(row.user_payable),
      suspense: BigInt(row.suspense),
      exchange: BigInt(row.exchange),
      fees: BigInt(row.fees),
      rounding: BigInt(row.rounding),
      receivable: BigInt(row.receivable),
      losses: BigInt(row.losses),
    };
    const sum = bookAccounts.reduce((total, account) => total + balances[account], 0n);
    return { currency, entries, balances, sum };
  });
}
