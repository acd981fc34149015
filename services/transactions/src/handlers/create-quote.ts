import {
  CreateQuote,
  idOf,
  type QuoteResponse,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
} from "@sanu/contracts";
import { type BasisPoints, formatSats, isPriceWithin, type QuoteId } from "@sanu/kernel";
import {
  awaitKey,
  brokenConstraint,
  type Database,
  findKey,
  type HandlerRefusal,
  handleRequest,
  type IdempotencyRow,
  type IdempotencyScope,
  idempotencyConstraint,
  insertKey,
  type Logger,
  refuse,
} from "@sanu/platform";
import { closingConstraints } from "../personal-data/closed-account.ts";
import { idempotencyScope } from "../personal-data/idempotency-scope.ts";
import type { Prices } from "../rates/prices.ts";
import { rateFor } from "../rates/prices.ts";
import {
  findQuote,
  insertQuote,
  type QuoteRow,
  quoteConstraint,
} from "../rates/quote-statements.ts";
import { quotedAmounts, quotedFees } from "../rates/quote-terms.ts";
import type { Terms } from "../transaction/create-command.ts";

/** How long a quote holds, and what is expected of the networks. */
export interface QuoteTerms {
  readonly quoteValidMs: number;
  readonly networkFee: { readonly buy: BasisPoints; readonly sell: BasisPoints };
}

export interface QuoteDeps {
  readonly database: Database;
  readonly prices: Prices;
  readonly terms: Terms;
  readonly quoteTerms: QuoteTerms;
  readonly logger: Pick<Logger, "warn">;
}

type Request = RequestData<typeof CreateQuote>;
type Refused = HandlerRefusal<RefusalCode<typeof CreateQuote>>;

/** Promises a rate for a while: once for each command and once for each idempotency key. */
export const createQuote = (deps: QuoteDeps) =>
  handleRequest(CreateQuote, async (request) => {
    const key = keyOf(request);
    const replayed = key === null ? undefined : await replay(deps.database, request, key);
    if (replayed !== undefined) return replayed;
    const offered = offer(deps, request);
    if ("refusal" in offered) return refuseUnlessMade(deps, request, offered);
    const inserted = await insert(deps, request, offered);
    if (typeof inserted !== "string") return refuseUnlessMade(deps, request, inserted);
    if (inserted !== "key-in-use") return { responseJson: inserted, replayed: false };
    // A parallel copy was faster: by now its key is committed.
    const copy = key === null ? undefined : await replay(deps.database, request, key);
    if (copy === undefined) throw new Error("An idempotency key is in use and is not there");
    return copy;
  });

function keyOf({ accountId, idempotency }: Request): IdempotencyScope | null {
  return idempotency === null ? null : idempotencyScope("quote", accountId, idempotency.key);
}

/** The same request under its own key, or the gateway's first try of this command, may have made one: then that one has the word. */
async function refuseUnlessMade(
  { database, quoteTerms }: QuoteDeps,
  request: Request,
  refused: Refused,
): Promise<ReplyInput<typeof CreateQuote> | Refused> {
  const key = keyOf(request);
  if (key !== null) return replayOf(request, await awaitKey(database, key)) ?? refused;
  const [made] = await database.query<QuoteRow>(findQuote(quoteIdOf(request)));
  if (made?.account_id !== request.accountId) return refused;
  return { responseJson: responseOf(made, quoteTerms), replayed: false };
}

async function replay(database: Database, request: Request, key: IdempotencyScope) {
  return replayOf(request, await findKey(database, key));
}

function replayOf(request: Request, used: IdempotencyRow | undefined) {
  if (used === undefined || used.response === null) return undefined;
  if (used.bodyHash !== request.idempotency?.bodyHash) return refuse("idempotency-key-reused");
  // The gateway's own retry is no replay for its client, who never saw the first response.
  return { responseJson: used.response, replayed: used.recordId !== request.commandId };
}

type Offer = Omit<QuoteRow, "created_at" | "expires_at" | "transaction_id">;

function offer({ prices, terms, logger }: QuoteDeps, request: Request) {
  const trusted = prices.findTrusted();
  if (trusted === undefined) return refuse("rate-unavailable");
  const { transactionType, accountId } = request;
  const rate = rateFor(trusted, transactionType);
  const { amountXof, amountSats } = quotedAmounts(transactionType, request.amount, rate);
  if (amountXof < terms.amountMinXof) {
    return refuse("amount-below-minimum", { minimumXof: `${terms.amountMinXof}` });
  }
  if (amountXof > terms.amountMaxXof) {
    return refuse("amount-above-maximum", { maximumXof: `${terms.amountMaxXof}` });
  }
  // A rate so high that the amount buys nothing is no rate.
  if (amountSats === 0n) return refuse("rate-unavailable");
  const { midXofPerBtc } = trusted;
  const isBuy = transactionType === "BUY_BITCOIN";
  const price = { isBuy, midXofPerBtc, rateXofPerBtc: rate, amountSats };
  if (!isPriceWithin(price, terms.bands)) {
    logger.warn({ transactionType, amountXof, amountSats }, "a quote is outside of the bands");
    return refuse("rate-unavailable");
  }
  const offered: Offer = {
    quote_id: quoteIdOf(request),
    account_id: accountId,
    transaction_type: transactionType,
    amount_xof: amountXof,
    amount_sats: amountSats,
    rate_xof_per_btc: rate,
    mid_xof_per_btc: midXofPerBtc,
  };
  return offered;
}

function quoteIdOf({ commandId }: Request): QuoteId {
  return idOf<QuoteId>().parse(commandId);
}

/** Inserts the quote with its key and response in one commit; `key-in-use` where the key is another's. */
async function insert(
  deps: QuoteDeps,
  request: Request,
  offered: Offer,
): Promise<string | Refused> {
  const { database, quoteTerms } = deps;
  const key = keyOf(request);
  try {
    return await database.transaction(async (session) => {
      const [row] = await session.query<QuoteRow>(insertQuote(offered, quoteTerms.quoteValidMs));
      const response = responseOf(row, quoteTerms);
      if (key !== null) {
        const bodyHash = request.idempotency?.bodyHash ?? "";
        await session.query(insertKey({ ...key, bodyHash, recordId: offered.quote_id, response }));
      }
      return response;
    });
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === idempotencyConstraint) return "key-in-use";
    if (constraint === closingConstraints.quotes) return refuse("account-deactivated");
    if (constraint !== quoteConstraint) throw error;
    const [row] = await database.query<QuoteRow>(findQuote(offered.quote_id));
    return responseOf(row, quoteTerms);
  }
}

function responseOf(row: QuoteRow | undefined, { networkFee }: QuoteTerms): string {
  if (row === undefined) throw new Error("A quote was inserted and is not there");
  const { transaction_type: type, amount_xof: amountXof, amount_sats: amountSats } = row;
  const quoted = { amountXof, amountSats, midXofPerBtc: row.mid_xof_per_btc };
  const fee = type === "BUY_BITCOIN" ? networkFee.buy : networkFee.sell;
  const response: QuoteResponse = {
    success: true,
    data: {
      quote: {
        id: row.quote_id,
        type,
        amount: Number(amountXof),
        currency_code: "XOF",
        amount_sats: formatSats(amountSats),
        exchange_rate: Number(row.rate_xof_per_btc),
        fees: [...quotedFees(type, quoted, fee)],
        created_at: row.created_at,
        expires_at: row.expires_at,
      },
    },
  };
  return JSON.stringify(response);
}
