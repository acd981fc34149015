import type { AccountId, QuoteId } from "@sanu/kernel";
import type { Database, IdempotencyRow, IdempotencyScope } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FoundQuote } from "../rates/quoted-order.ts";

/** What must be known of an order's keys, and of the quote that it names, before it is placed. */
export interface FoundKeys {
  /** `undefined` when nobody used the idempotency key, or none was given. */
  readonly used: IdempotencyRow | undefined;
  /** The person's key, `undefined` before the first order. */
  readonly personKey: Uint8Array | undefined;
  /** `undefined` where none is named, and where it is not this person's. */
  readonly quote: FoundQuote | undefined;
}

const keysText = `
select (select key from person_keys where account_id = $1) as "personKey",
  used.body_hash as "bodyHash", used.record_id as "recordId", used.response
from (values (1)) as one
left join idempotency_keys as used on used.scope = $2 and used.key = $3`;

/** The same with a quote; an order without one must not pay for the join. */
const keysAndQuoteText = `
select keys.*, quote.quote_id as "quoteId", quote.transaction_type as "transactionType",
  quote.amount_xof as "amountXof", quote.rate_xof_per_btc as "rateXofPerBtc",
  quote.mid_xof_per_btc as "midXofPerBtc",
  quote.expires_at <= clock_timestamp() as "isExpired", quote.transaction_id as "usedBy"
from (${keysText}) as keys
left join quotes as quote on quote.quote_id = $4 and quote.account_id = $1`;

/** No quote is named, or none was found. */
interface NoQuote {
  readonly quoteId?: null;
}

type KeysRow = { readonly personKey: Uint8Array | null } & (
  | { readonly recordId: null }
  | IdempotencyRow
) &
  (FoundQuote | NoQuote);

/** Reads all of it in one statement, because every order waits for it. */
export async function findKeys(
  database: Pick<Database, "lookUp">,
  of: {
    readonly accountId: AccountId;
    readonly key: IdempotencyScope | null;
    readonly quoteId: QuoteId | null;
  },
): Promise<FoundKeys> {
  const { accountId, key, quoteId } = of;
  const values = [accountId, key?.scope ?? null, key?.key ?? null];
  const [row] = await database.lookUp<KeysRow>(
    quoteId === null
      ? CompiledQuery.raw(keysText, values)
      : CompiledQuery.raw(keysAndQuoteText, [...values, quoteId]),
  );
  if (row === undefined) return { used: undefined, personKey: undefined, quote: undefined };
  const personKey = row.personKey ?? undefined;
  const quote = quoteIn(row);
  if (row.recordId === null) return { used: undefined, personKey, quote };
  const { bodyHash, recordId, response } = row;
  return { used: { bodyHash, recordId, response }, personKey, quote };
}

function quoteIn(row: FoundQuote | NoQuote): FoundQuote | undefined {
  if (!isFound(row)) return undefined;
  const { quoteId, transactionType, amountXof, isExpired, usedBy } = row;
  const { rateXofPerBtc, midXofPerBtc } = row;
  return {
    quoteId,
    transactionType,
    amountXof,
    rateXofPerBtc,
    midXofPerBtc,
    isExpired,
    usedBy,
  };
}

function isFound(row: FoundQuote | NoQuote): row is FoundQuote {
  return row.quoteId !== null && row.quoteId !== undefined;
}
