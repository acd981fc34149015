import { type Database, requestComparison } from "@sanu/platform";
import type { LogReader } from "./databases/log-reader.ts";
import { eventually } from "./eventually.ts";

interface Compared {
  readonly database: Database;
  readonly rows: LogReader["rows"];
}

/** Compares once more what moved so far on both accounts of a service, and reads what is open then. */
export async function compareStatements<Row extends object>(
  { database, rows }: Compared,
  columns: string,
): Promise<readonly Row[]> {
  const asked = await requestComparison(database, { from: null, graceMs: 0 });
  await eventually("both accounts are compared", async () => {
    const compared = await rows<{ account: string }>(
      "select account from statement_accounts where compared_at >= $1",
      asked ?? "",
    );
    return compared.length === 2;
  });
  return rows<Row>(
    `select ${columns} from statement_differences where resolved_at is null order by kind`,
  );
}
