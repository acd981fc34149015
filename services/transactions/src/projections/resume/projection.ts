import type { TransactionStatus } from "@sanu/contracts";
import { defineTotals } from "@sanu/platform";
import type { TransactionEvent } from "../../transaction/events.ts";
import { publicStatuses } from "../../transaction/state.ts";
import { statesAround } from "../../transaction/states.ts";
import { type ResumeRow, resumeCounts } from "./table.ts";

/** One row for each person, to which every change of a status adds, and from which it takes. */
export const resumeProjection = defineTotals<TransactionEvent, ResumeRow>({
  name: "resume",
  table: "transaction_resume",
  keyColumns: ["account_id"],
  countColumns: resumeCounts,
  changeOf(events, place) {
    const { before, after } = statesAround(events, place);
    if (after.status === "none") return undefined;
    const status = publicStatuses[after.status];
    const left = before.status === "none" ? undefined : publicStatuses[before.status];
    if (status === left) return undefined;
    const { accountId, amountXof } = after.order;
    const counts = { account_id: accountId, ...none };
    add(counts, status, { count: 1n, amountXof });
    if (left !== undefined) add(counts, left, { count: -1n, amountXof: 0n - amountXof });
    return counts;
  },
});

type Counts = Record<Exclude<keyof ResumeRow, "account_id">, bigint>;

const none: Readonly<Counts> = {
  pending_count: 0n,
  pending_xof: 0n,
  processing_count: 0n,
  processing_xof: 0n,
  completed_count: 0n,
  completed_xof: 0n,
  failed_count: 0n,
  failed_xof: 0n,
};

const columnsOf = {
  PENDING: ["pending_count", "pending_xof"],
  PROCESSING: ["processing_count", "processing_xof"],
  COMPLETED: ["completed_count", "completed_xof"],
  FAILED: ["failed_count", "failed_xof"],
} as const satisfies Readonly<Record<TransactionStatus, readonly (keyof Counts)[]>>;

function add(
  counts: Counts,
  status: TransactionStatus,
  by: { readonly count: bigint; readonly amountXof: bigint },
): void {
  const [countColumn, xofColumn] = columnsOf[status];
  counts[countColumn] += by.count;
  counts[xofColumn] += by.amountXof;
}
