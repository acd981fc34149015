import type { Instant } from "@sanu/kernel";
import type { CallOutcome } from "./call-outcome.ts";
import type { Rail } from "./rail.ts";

/**
 * One account of ours at a provider: a mobile-money wallet, or one side of a node. Sources: pawaPay `wallet-balances` and
 * `statements`, FedaPay `GET /v1/transactions` and `GET /v1/payouts` with `meta`, LND `GET /v1/invoices`
 * (`index_offset`), `GET /v1/payments` and `GET /v1/transactions`.
 */
export interface StatementQuery {
  readonly account: string;
  /** Inclusive. */
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  /** `next` of the page before; null for the first one. */
  readonly cursor: string | null;
}

/** Amounts are whole units of it: francs, or satoshis. */
export type StatedCurrency = "XOF" | "SATS";

/** `transfer-…`: money that the owner moved by hand, between accounts of his or to fill one up. */
export type StatedKind =
  | "collection"
  | "refund"
  | "disbursement"
  | "capture"
  | "send"
  | "transfer-in"
  | "transfer-out";

/** `pending`: on its way. `failed`: it never moved, or came back at once. `reversed`: taken back after it was settled, but for its fee. */
export type StatedState = "pending" | "settled" | "failed" | "reversed";

/** One movement as the provider tells it. Names nobody: numbers and addresses are left at the provider. */
export interface StatementLine {
  /** The provider's own name of the movement: a receipt, a payout, a payment hash, a transaction id. */
  readonly reference: string;
  /** Ours, where the provider keeps it: `merchant_reference`, `depositId`, `payoutId`, the payment hash. */
  readonly key: string | null;
  readonly kind: StatedKind;
  readonly currency: StatedCurrency;
  readonly amount: bigint;
  /** Taken from the account besides. */
  readonly fee: bigint;
  readonly state: StatedState;
  /** When it moved, by the provider's clock. */
  readonly at: Instant;
}

/** What was settled on the account before the period and at its end; below zero where it is overdrawn. */
export interface StatedBalances {
  readonly currency: StatedCurrency;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** Lines in the provider's own order; `next` is null on the last page. */
export interface StatementPage {
  readonly lines: readonly StatementLine[];
  readonly next: string | null;
  /** Of the whole period. Null where the provider keeps no balance of the past, as nodes do. */
  readonly balances: StatedBalances | null;
}

export type StatementFailure = "unknown-account" | "period-unavailable";

/**
 * What the provider says happened. A page is only what the provider said: anything else is unknown, and a period whose
 * pages are not all there proves nothing about what is missing.
 */
export interface StatementRail extends Pick<Rail, "provider" | "close"> {
  readonly readPage: (
    query: StatementQuery,
  ) => Promise<CallOutcome<StatementPage, StatementFailure>>;
}
