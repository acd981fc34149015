import type { Instant, TransactionId } from "@sanu/kernel";
import { type BookAccount, bookAccounts } from "./accounts.ts";

/** What an event moved, account by account; whole francs or whole satoshis. */
export type Balances = Readonly<Record<BookAccount, bigint>>;

export interface BookRow extends Balances {
  readonly transaction_id: TransactionId;
  readonly version: number;
  readonly currency: BookCurrency;
  readonly booked_at: Instant;
}

export const bookCurrencies = ["XOF", "SATS"] as const;
export type BookCurrency = (typeof bookCurrencies)[number];

export const bookColumns = [
  "transaction_id",
  "version",
  "currency",
  "booked_at",
  ...bookAccounts,
] as const satisfies readonly (keyof BookRow)[];
