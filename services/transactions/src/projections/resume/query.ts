import type { ResumeView } from "@sanu/contracts";
import { type AccountId, formatXof } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { type ResumeRow, resumeCounts } from "./table.ts";

const rowText = `select ${resumeCounts.join(", ")} from transaction_resume where account_id = $1`;

/** The totals of a person's transactions by status, since the first one; zeros for who has none. */
export async function readResume(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<ResumeView> {
  const [row] = await database.query<ResumeRow>(CompiledQuery.raw(rowText, [accountId]));
  const total = (count = 0n, amountXof = 0n) => ({
    count: Number(count),
    amount_xof: formatXof(amountXof),
  });
  const counts = [
    row?.pending_count,
    row?.processing_count,
    row?.completed_count,
    row?.failed_count,
  ];
  return {
    total_transactions: Number(counts.reduce<bigint>((sum, count) => sum + (count ?? 0n), 0n)),
    by_status: {
      PENDING: total(row?.pending_count, row?.pending_xof),
      PROCESSING: total(row?.processing_count, row?.processing_xof),
      COMPLETED: total(row?.completed_count, row?.completed_xof),
      FAILED: total(row?.failed_count, row?.failed_xof),
    },
  };
}
