import { z } from "zod";
import { TransactionStatus, TransactionType } from "./enums.ts";

/** Which transactions a list is to show; null where everything is wanted. */
export const transactionFilter = {
  status: TransactionStatus.nullable(),
  transactionType: TransactionType.nullable(),
  /** Inclusive days of the business calendar, `2026-11-21`. */
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
};
