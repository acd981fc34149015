import type { TransactionStatus } from "@sanu/contracts";
import { fold } from "@sanu/kernel";
import { defineTotals } from "@sanu/platform";
import { transaction } from "../../transaction/decide.ts";
import type { TransactionEvent } from "../../transaction/events.ts";
import { publicStatuses } from "../../transaction/state.ts";
import { type ResumeRow, resumeCounts } from "./table.ts";

/** One row for each person, to which every change of a status adds, and from which it takes. */
export const resumeProjection = defineTotals<TransactionEvent, ResumeRow>({
  name: "resume",
  table: "transaction_resume",
  keyColumns: ["account_id"],
  countColumns: resumeCounts,
  changeOf(history, event) {
    const before = fold(transaction, history);
    const after = fold(transaction, [event], before);
    if (after.status === "none") return undefined;
    const status = publicStatuses[after.status];
    const left = before.status === "none" ? undefined : publicStatuses[before.status];
    if (status === left) return undefined;
    const { accountId, amountXof } = after.order;
    const counts = { ...none, ...countsOf(status, 1n, amountXof) };
    return {
      account_id: accountId,
      ...counts,
      ...(left && countsOf(left, -1n, 0n - amountXof)),
    };
  },
});

const none = {
  pending_count: 0n,
  pending_xof: 0n,
  processing_count: 0n,
  processing_xof: 0n,
  completed_count: 0n,
  completed_xof: 0n,
  failed_count: 0n,
  failed_xof: 0n,
} as const satisfies Omit<ResumeRow, "account_id">;

function countsOf(status: TransactionStatus, count: bigint, amountXof: bigint): Partial<ResumeRow> {
  const column = status.toLowerCase();
  return { [`${column}_count`]: count, [`${column}_xof`]: amountXof };
}
