import { type Attempt, columnAwaited, type Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** What this attempt's node has paid for us over Lightning, told by its own word: it has to know of each of them. */
export type PaidBy = (attempt: Attempt, provider: string) => Promise<readonly string[]>;

const isPaid =
  "kind = $1 and state = 'settled' and natural_key like 'lightning:%' and concluded_at is null";

/** In the words of the index `attempts_paid`, which has them in this order: nothing that is older is looked at. */
const ofNode = (node: string, condition: string, rowsMax: number): string => `
  (select natural_key, created_at from attempts
   where ${isPaid} and coalesce(provider, '') = ${node} and ${condition}
   order by created_at desc limit ${rowsMax})`;

/** Those that name no node are the first one's. */
const newest = (condition: string, rowsMax: number): string => `
  (select natural_key as "naturalKey" from (
    ${ofNode("$3", condition, rowsMax)}
    union all ${ofNode("''", `${condition} and $3::text = $4`, rowsMax)}) as paid
   order by created_at desc limit ${rowsMax})`;

/** The newest ones of before the attempt, and the newest of all: who came back from an older copy, or is another one, lacks some. */
const paidText = `${newest("created_at < $2", 2)} union ${newest("true", 1)}`;

/** The same on a schema that names no node yet, where nobody decides an outcome either. */
const unnamedText = paidText
  .replaceAll("coalesce(provider, '')", "''")
  .replaceAll(" and concluded_at is null", "");

/** `first`: whose the attempts are that name nobody. */
export function createPaidSends(database: Pick<Database, "query">, first: string): PaidBy {
  const isNamed = columnAwaited(database, "attempts", "provider");
  return async ({ kind, createdAt }, provider) => {
    const text = (await isNamed()) ? paidText : unnamedText;
    const values = [kind, createdAt, provider, first];
    const rows = await database.query<{ readonly naturalKey: string }>(
      CompiledQuery.raw(text, values),
    );
    return rows.map(({ naturalKey }) => naturalKey);
  };
}
