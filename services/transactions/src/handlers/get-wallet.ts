import { GetWallet } from "@sanu/contracts";
import { formatSats, formatXof } from "@sanu/kernel";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import {
  readSaved,
  readTotals,
  type SavedEntry,
  type WalletTotals,
} from "../wallet/wallet-statements.ts";
import { numberView, receiverView } from "../wallet/wallet-views.ts";

export function getWallet({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(GetWallet, async ({ accountId }) => {
    const [[totals], rows] = await Promise.all([
      database.query<WalletTotals>(readTotals(accountId)),
      database.query<SavedEntry>(readSaved(accountId)),
    ]);
    if (totals === undefined) throw new Error("Sums have no row");
    return {
      wallet: {
        totals: {
          total_transactions: totals.transactions_count,
          bought_xof: formatXof(totals.bought_xof),
          bought_sats: formatSats(totals.bought_sats),
          sold_xof: formatXof(totals.sold_xof),
          sold_sats: formatSats(totals.sold_sats),
        },
        receivers: rows.filter(({ kind }) => kind === "receiver").map(receiverView),
        numbers: rows.filter(({ kind }) => kind === "number").map(numberView),
      },
    };
  });
}
