import type { Instant } from "@sanu/kernel";
import { type Database, requestComparison } from "@sanu/platform";
import type { LogReader } from "./databases/log-reader.ts";
import { eventually } from "./eventually.ts";

interface Compared {
  readonly database: Database;
  readonly rows: LogReader["rows"];
}

/** Compares once more what moved so far on all accounts of a service, and reads what is open then and not decided. */
export async function compareStatements<Row extends object>(
  { database, rows }: Compared,
  columns: string,
): Promise<readonly Row[]> {
  let asked: Instant | undefined;
  await eventually("the service has named its accounts", async () => {
    asked = await requestComparison(database, { from: null, graceMs: 0 });
    return asked !== undefined;
  });
  await eventually("all accounts are compared", async () => {
    const left = await rows<{ account: string }>(
      "select account from statement_accounts where compared_at is null or compared_at < $1",
      asked ?? "",
    );
    return left.length === 0;
  });
  return rows<Row>(
    `select ${columns} from statement_differences
     where resolved_at is null and data->'decided' is null order by kind`,
  );
}
