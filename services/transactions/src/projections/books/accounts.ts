/** Those of an entry in which nobody owes us and nothing is lost: nearly every one. */
export const everydayAccounts = [
  "gateway_float",
  "node_float",
  "user_payable",
  "suspense",
  "exchange",
  "fees",
  "rounding",
] as const;

/**
 * The ledger's accounts. What we have is above zero, what we owe and what we earned below it, so that all accounts
 * of one currency add up to zero at any moment. docs/books.md says what each of them holds.
 */
export const bookAccounts = [...everydayAccounts, "receivable", "losses"] as const;
export type BookAccount = (typeof bookAccounts)[number];
