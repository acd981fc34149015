import type { PublishingService } from "@sanu/contracts";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** Through it analysts read; where it is missing, nobody does. */
export const analystRole = "sanu_analyst";

const log = ["events", "log_meta"] as const;

/** All that the role sees: logs, and what is folded from them. No column of these holds anything about a person. */
export const analystTables: Readonly<Record<PublishingService, readonly string[]>> = {
  identity: [...log, "accounts", "kyc_tiers"],
  transactions: [
    ...log,
    "transaction_list",
    "transaction_detail",
    "transaction_monitoring",
    "transaction_resume",
    "flashback",
    "book_entries",
    "receivable_entries",
    "cases",
    "allowances",
    "open_transactions",
  ],
  payments: log,
  payouts: log,
};

/** Lets the role read its tables and nothing else. Returns whether there is such a role. */
export async function grantToAnalyst(
  database: Database,
  service: PublishingService,
): Promise<boolean> {
  const text = "select 1 from pg_roles where rolname = $1";
  const found = await database.query<object>(CompiledQuery.raw(text, [analystRole]));
  if (found.length === 0) return false;
  await database.transaction(async (session) => {
    for (const statement of [
      `revoke all on all tables in schema public from ${analystRole}`,
      `grant select on ${analystTables[service].join(", ")} to ${analystRole}`,
    ]) {
      await session.query(CompiledQuery.raw(statement));
    }
  });
  return true;
}
