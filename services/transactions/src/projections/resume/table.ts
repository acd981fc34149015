import type { AccountId } from "@sanu/kernel";

/** How many transactions of a person are in each status, and their sums. */
export interface ResumeRow {
  readonly account_id: AccountId;
  readonly pending_count: bigint;
  readonly pending_xof: bigint;
  readonly processing_count: bigint;
  readonly processing_xof: bigint;
  readonly completed_count: bigint;
  readonly completed_xof: bigint;
  readonly failed_count: bigint;
  readonly failed_xof: bigint;
}

export const resumeCounts = [
  "pending_count",
  "pending_xof",
  "processing_count",
  "processing_xof",
  "completed_count",
  "completed_xof",
  "failed_count",
  "failed_xof",
] as const satisfies readonly (keyof ResumeRow)[];
