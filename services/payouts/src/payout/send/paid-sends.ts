import type { Attempt, Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What this attempt's node has paid for us over Lightning, told by its own word: it has to know of each of them. */
export type PaidBy = (attempt: Attempt, provider: string) => Promise<readonly string[]>;

const isPaid =
  "kind = $1 and state = 'settled' and natural_key like 'lightning:%' and concluded_at is null";

/** In the words of the index `attempts_paid`, which has them in this order: nothing that is older is looked at. */
const newest = (condition: string, rowsMax: number): string => `
  (select natural_key as "naturalKey" from attempts
   where ${isPaid} and coalesce(provider, '') = $3 and ${condition}
   order by created_at desc limit ${rowsMax})`;

/** The newest ones of before the attempt, and the newest of all: who came back from an older copy, or is another one, lacks some. */
const paidText = `${newest("created_at < $2", 2)} union ${newest("true", 1)}`;

export function createPaidSends(database: Pick<Database, "query">): PaidBy {
  return async ({ kind, createdAt }, provider) => {
    const rows = await database.query<{ readonly naturalKey: string }>(
      CompiledQuery.raw(paidText, [kind, createdAt, provider]),
    );
    return rows.map(({ naturalKey }) => naturalKey);
  };
}
