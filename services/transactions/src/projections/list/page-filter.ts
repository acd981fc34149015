import type { TransactionStatus, TransactionType } from "@sanu/contracts";
import type { ListCursor } from "./cursor.ts";

/** Which lines of a page. Days are inclusive and belong to the business calendar, `2026-11-21`. */
export interface PageFilter {
  readonly limit: number;
  readonly cursor: ListCursor | null;
  readonly status: TransactionStatus | null;
  readonly transactionType: TransactionType | null;
  readonly fromDay: string | null;
  readonly toDay: string | null;
}
