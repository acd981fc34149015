import type { Instant, TransactionId } from "@sanu/kernel";

/**
 * The ledger's accounts. What we have is above zero, what we owe and what we earned below it, so that all accounts
 * of one currency add up to zero at any moment. docs/books.md says what each of them holds.
 */
export const bookAccounts = [
  "gateway_float",
  "node_float",
  "user_payable",
  "suspense",
  "exchange",
  "fees",
  "rounding",
] as const;
export type BookAccount = (typeof bookAccounts)[number];

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
