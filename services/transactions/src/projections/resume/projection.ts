import { fold } from "@sanu/kernel";
import { defineTotals } from "@sanu/platform";
import { transaction } from "../../transaction/decide.ts";
import type { TransactionEvent } from "../../transaction/events.ts";
import type { ExistingTransaction } from "../../transaction/state.ts";
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
    if (after.status === "none" || after.status === before.status) return undefined;
    const { accountId, amountXof } = after.order;
    const counts = { ...none, ...of(after.status, 1n, amountXof) };
    const left = before.status === "none" ? {} : of(before.status, -1n, 0n - amountXof);
    return { account_id: accountId, ...counts, ...left };
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

function of(
  status: ExistingTransaction["status"],
  count: bigint,
  amountXof: bigint,
): Partial<ResumeRow> {
  return { [`${status}_count`]: count, [`${status}_xof`]: amountXof };
}
