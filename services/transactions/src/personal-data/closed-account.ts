import { OpenBusiness } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { z } from "zod";

/** The constraints of a closing: something is open after all; an order, a wallet or a quote of a closed account. */
export const closingConstraints = {
  nothingOpen: "closed_accounts_nothing_open",
  orders: "closed_accounts_no_orders",
  wallet: "closed_accounts_no_wallet",
  quotes: "closed_accounts_no_quotes",
  standingOrders: "closed_accounts_no_standing_orders",
} as const;

/** What of an account is open now, each kind once. */
export async function findOpenBusiness(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<readonly OpenBusiness[]> {
  const rows = await database.query<{ kind: string }>(
    CompiledQuery.raw(
      "select distinct kind from open_business_of($1) as open(kind) order by kind",
      [accountId],
    ),
  );
  return z.array(OpenBusiness).parse(rows.map(({ kind }) => kind));
}

/**
 * Closes an account to orders, in the commit that says so: behind it no order of the account can be placed. Breaks
 * `nothingOpen` where an order was faster.
 */
export function closeAccount(accountId: AccountId, at: Instant): Statement {
  return CompiledQuery.raw("select close_account($1, $2)", [accountId, at]);
}
