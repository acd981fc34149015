import type { AccountId } from "@sanu/kernel";
import { brokenConstraint, type Database, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { closingConstraints } from "../personal-data/closed-account.ts";
import type { WalletEntry, WalletKind } from "./wallet-entry.ts";

export interface WalletTotals {
  readonly transactions_count: number;
  readonly bought_xof: bigint;
  readonly bought_sats: bigint;
  readonly sold_xof: bigint;
  readonly sold_sats: bigint;
}

/** One row for each month in which something was completed: by the key of the table. */
const totalsText = `
select coalesce(sum(transactions_count), 0)::int as transactions_count,
  coalesce(sum(bought_xof), 0)::bigint as bought_xof,
  coalesce(sum(bought_sats), 0)::bigint as bought_sats,
  coalesce(sum(volume_xof - bought_xof), 0)::bigint as sold_xof,
  coalesce(sum(sold_sats), 0)::bigint as sold_sats
from flashback where account_id = $1`;

/** One row of `WalletTotals`, of zeros for who completed nothing. */
export function readTotals(accountId: AccountId): Statement {
  return CompiledQuery.raw(totalsText, [accountId]);
}

export interface SavedEntry extends WalletEntry {
  readonly kind: WalletKind;
}

/** Rows of `SavedEntry`: the numbers, then the receivers, each list in its own order. */
export function readSaved(accountId: AccountId): Statement {
  return CompiledQuery.raw(
    `select kind, saved_text as "text", label, is_default as "isDefault" from wallet_entries
     where account_id = $1 order by kind, position`,
    [accountId],
  );
}

interface SavedList {
  readonly accountId: AccountId;
  readonly kind: WalletKind;
}

/** Puts a list in the place of the one before, in its order; a closed account breaks `closingConstraints.wallet`. */
export function savingEntries(of: SavedList, entries: readonly WalletEntry[]): Statement {
  const values = [of.accountId, of.kind, JSON.stringify(entries)];
  return CompiledQuery.raw("select save_wallet($1, $2, $3::jsonb)", values);
}

/** The same by itself; false where the account is closed. */
export async function saveEntries(
  database: Pick<Database, "query">,
  of: SavedList,
  entries: readonly WalletEntry[],
): Promise<boolean> {
  try {
    await database.query(savingEntries(of, entries));
    return true;
  } catch (error) {
    if (brokenConstraint(error) === closingConstraints.wallet) return false;
    throw error;
  }
}
