import type { Instant, TransactionId } from "@sanu/kernel";
import { type BookAccount, bookAccounts, everydayAccounts } from "./accounts.ts";

/** What an event moved, account by account; whole francs or whole satoshis. */
export type Balances = Readonly<Record<BookAccount, bigint>>;

/** An entry stands in one of two tables: `receivable_entries` where somebody owes us or something is lost. */
export interface BookRow extends Balances {
  readonly transaction_id: TransactionId;
  readonly version: number;
  readonly currency: BookCurrency;
  readonly booked_at: Instant;
}

export const bookCurrencies = ["XOF", "SATS"] as const;
export type BookCurrency = (typeof bookCurrencies)[number];

const keyColumns = ["transaction_id", "version", "currency", "booked_at"] as const;

export const everydayColumns = [
  ...keyColumns,
  ...everydayAccounts,
] as const satisfies readonly (keyof BookRow)[];

export const bookColumns = [
  ...keyColumns,
  ...bookAccounts,
] as const satisfies readonly (keyof BookRow)[];
