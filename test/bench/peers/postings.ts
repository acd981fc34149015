import { bookAccounts } from "@sanu/transactions";
import type { SystemBench } from "../report/bench.ts";
import { inTurn, numbers, order } from "../system/bench-system.ts";
import { completionsOf } from "../system/completions.ts";

/** One movement, as ledgers that are not ours say it. */
export interface Posting {
  readonly source: string;
  readonly destination: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** Makes one purchase and returns what its books moved, of all its entries. */
export async function postingsOfPurchase(bench: SystemBench): Promise<readonly Posting[]> {
  const { servers, system } = bench;
  const completions = completionsOf(system);
  const id = await order(system.http, inTurn(system.people)(), numbers.paysAtOnce);
  await completions.of(id);
  const url = new URL(servers.postgres.url);
  url.pathname = `/${system.databasePrefix}_transactions`;
  const entries = await servers.administrate(
    `select * from book_entries where transaction_id = '${id}' order by version, currency`,
    url.href,
  );
  return entries.flatMap(postingsOf);
}

/** What one entry moved, from the accounts that went down to those that went up. */
function postingsOf(entry: Readonly<Record<string, unknown>>): readonly Posting[] {
  const moved = bookAccounts
    .filter((name) => name in entry)
    .map((name) => ({ name, left: BigInt(String(entry[name])) }));
  const postings: Posting[] = [];
  for (const from of moved) {
    for (const to of moved) {
      if (from.left >= 0n || to.left <= 0n) continue;
      const amount = 0n - from.left < to.left ? 0n - from.left : to.left;
      from.left += amount;
      to.left -= amount;
      const asset = String(entry["currency"]);
      postings.push({ source: from.name, destination: to.name, asset, amount });
    }
  }
  return postings;
}
