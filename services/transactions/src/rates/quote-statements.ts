import type { TransactionType } from "@sanu/contracts";
import type {
  AccountId,
  Instant,
  QuoteId,
  Sats,
  TransactionId,
  Xof,
  XofPerBtc,
} from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** A rate that was promised to a person. Its moments are by the database's clock, which all replicas share. */
export interface QuoteRow {
  readonly quote_id: QuoteId;
  readonly account_id: AccountId;
  readonly transaction_type: TransactionType;
  readonly amount_xof: Xof;
  readonly amount_sats: Sats;
  readonly rate_xof_per_btc: XofPerBtc;
  readonly mid_xof_per_btc: XofPerBtc;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  /** The transaction that used it. */
  readonly transaction_id: TransactionId | null;
}

/** The constraint that the same quote breaks when it is kept a second time. */
export const quoteConstraint = "quotes_pkey";

/** The constraints with which a quote refuses to be used. */
export const quoteUseConstraints = { used: "quotes_used_once", expired: "quotes_in_time" } as const;

/** The moment is read behind the lock of `may_quote`, so that a quote that waited holds as long as any other. */
const insertText = `
insert into quotes (quote_id, account_id, transaction_type, amount_xof, amount_sats, rate_xof_per_btc,
  mid_xof_per_btc, created_at, expires_at)
select $1, $2, $3, $4, $5, $6, $7, present, present + make_interval(secs => $8)
from (select clock_timestamp() as present from may_quote($2)) as clock
returning *`;

/**
 * Keeps a quote from now on for so long; returns its row. A closing of the account waits for the transaction of it, and
 * a quote of a closed account breaks `closingConstraints.quotes`.
 */
export function insertQuote(
  quote: Omit<QuoteRow, "created_at" | "expires_at" | "transaction_id">,
  validMs: number,
): Statement {
  return CompiledQuery.raw(insertText, [
    quote.quote_id,
    quote.account_id,
    quote.transaction_type,
    quote.amount_xof,
    quote.amount_sats,
    quote.rate_xof_per_btc,
    quote.mid_xof_per_btc,
    validMs / 1_000,
  ]);
}

export function findQuote(quoteId: QuoteId): Statement {
  return CompiledQuery.raw("select * from quotes where quote_id = $1", [quoteId]);
}

/** Uses a quote in the order's own commit; a second order, or one that comes too late, is refused as a whole. */
export function consumeQuote(quoteId: QuoteId, transactionId: TransactionId): Statement {
  return CompiledQuery.raw("select consume_quote($1, $2)", [quoteId, transactionId]);
}
