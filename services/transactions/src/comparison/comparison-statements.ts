import type { Instant } from "@sanu/kernel";
import { committedBehindText, type Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export type ComparedCurrency = "XOF" | "SATS";

/** How a currency is called, which orders bring it and which pay it out. */
const columnsOf = {
  XOF: {
    amount: "amount_xof",
    float: "gateway_float",
    brings: "BUY_BITCOIN",
    paysOut: "SELL_BITCOIN",
  },
  SATS: {
    amount: "amount_sats",
    float: "node_float",
    brings: "SELL_BITCOIN",
    paysOut: "BUY_BITCOIN",
  },
} as const;

/** The newest word about an account counts. */
export function upsertBalance(stated: {
  readonly account: string;
  readonly currency: ComparedCurrency;
  readonly balance: string;
  readonly statedAt: Instant;
}): Statement {
  return CompiledQuery.raw(
    `insert into stated_balances (account, currency, balance, stated_at) values ($1, $2, $3::bigint, $4)
     on conflict (account) do update set balance = excluded.balance, stated_at = excluded.stated_at
     where stated_balances.stated_at < excluded.stated_at`,
    [stated.account, stated.currency, stated.balance, stated.statedAt],
  );
}

/** What the database knows of a currency; `stated` is null where an account has not spoken lately. */
export interface SeenCurrency {
  readonly now: Instant;
  readonly logEpoch: number;
  readonly snapshot: string;
  readonly stated: bigint | null;
  /** What may have left and is not booked yet: of what is paid and not done, its fees among it, and all that is held of orders of which something goes back. */
  readonly leaving: bigint;
  /** What may have come in and is not booked yet, of orders that nobody has paid as far as we know; 0 where they were not counted. */
  readonly arriving: bigint;
}

/**
 * Francs lie in the accounts that collect and in those that pay out; sats lie at the node, in channels and on chain, whether they could be
 * sent now or not. All of them must have spoken within `freshMs`: an older word does not know what moved since. All of it is read at one
 * moment, for an order that is booked in between would be nowhere. Everybody may place orders that nobody pays, so adding them up is dear.
 */
export function readCurrency(
  currency: ComparedCurrency,
  { freshMs, countsUnpaid }: { readonly freshMs: number; readonly countsUnpaid: boolean },
): Statement {
  const own =
    currency === "XOF"
      ? `select balance, stated_at as at from stated_balances where currency = 'XOF' and account like '%/collections'
         union all select available, observed_at from floats where currency = 'XOF'`
      : `select coalesce(held.balance, available) as balance, observed_at as at
         from floats left join stated_balances as held on held.account = float_id and held.stated_at = observed_at
         where floats.currency = 'SATS'`;
  const { amount, float, brings, paysOut } = columnsOf[currency];
  const arriving = `select coalesce(sum(${amount}), 0)::bigint from transaction_monitoring
         where status = 'PENDING' and transaction_type = $4`;
  return CompiledQuery.raw(
    `select now() as now, log_epoch as "logEpoch", pg_current_snapshot()::text as snapshot,
       (select case when bool_and(at > now() - make_interval(secs => $1)) ${
         currency === "XOF"
           ? "and exists (select from stated_balances where currency = 'XOF') and exists (select from floats where currency = 'XOF')"
           : ""
       }
          then sum(balance)::bigint end from (${own}) as account) as stated,
       (select coalesce(sum(amount), 0)::bigint from (
         select greatest(${amount}, coalesce(promised.amount, 0)) as amount from transaction_monitoring as one
         left join payout_reservations as promised
           on promised.transaction_id = one.transaction_id and promised.leg = 'payout'
         where status = 'PROCESSING' and transaction_type = $2
         union all select greatest(sum(${float}), 0) from book_entries
         where currency = $3 and transaction_id in (select transaction_id from open_refunds)
         group by transaction_id) as gone) as leaving,
       ${countsUnpaid ? `(${arriving})` : "0::bigint"} as arriving
     from log_meta`,
    [freshMs / 1_000, paysOut, currency, ...(countsUnpaid ? [brings] : [])],
  );
}

export interface Comparison {
  readonly logEpoch: number;
  readonly snapshot: string;
  readonly base: bigint;
  /** How far the base may lie from the truth; `notBegun` while there is none. */
  readonly slack: bigint;
  readonly ledger: bigint;
  readonly movedLast: bigint;
  /** The same of the comparisons before, the newest first. */
  readonly movedRecently: readonly bigint[];
  readonly known: bigint;
  readonly suspected: bigint;
  readonly caseKey: string | null;
}

/** As the driver reads it: numbers of a list are texts. */
export interface ComparisonRow extends Omit<Comparison, "movedRecently"> {
  readonly movedRecently: readonly string[];
}

export function comparisonOf(row: ComparisonRow): Comparison {
  return { ...row, movedRecently: row.movedRecently.map(BigInt) };
}

export function findComparison(currency: ComparedCurrency): Statement {
  return CompiledQuery.raw(
    `select log_epoch as "logEpoch", snapshot, base, slack, ledger, moved_last as "movedLast",
       moved_recently::text[] as "movedRecently", known, suspected, case_key as "caseKey"
     from float_comparisons where currency = $1`,
    [currency],
  );
}

/** What the floats of the ledger moved between two snapshots of the log: all in all, and in size. */
export function readMoved(
  currency: ComparedCurrency,
  { logEpoch, snapshot }: Pick<Comparison, "logEpoch" | "snapshot">,
  until: string,
): Statement {
  const { float } = columnsOf[currency];
  const entries = (table: string) =>
    `select ${float} as amount from behind join ${table} as entry
       on entry.transaction_id = behind.stream_id and entry.version = behind.version
     where entry.currency = $4`;
  return CompiledQuery.raw(
    `with behind as (${committedBehindText})
     select coalesce(sum(amount), 0)::bigint as moved, coalesce(sum(abs(amount)), 0)::bigint as size
     from (${entries("book_entries")} union all ${entries("receivable_entries")}) as entry`,
    [logEpoch, snapshot, until, currency],
  );
}

export function upsertComparison(
  currency: ComparedCurrency,
  at: Instant,
  to: Comparison,
): Statement {
  return CompiledQuery.raw(
    `insert into float_comparisons (currency, log_epoch, snapshot, base, slack, ledger, moved_last, moved_recently, known,
       suspected, case_key, compared_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[], $9, $10, $11, $12)
     on conflict (currency) do update set log_epoch = excluded.log_epoch, snapshot = excluded.snapshot,
       base = excluded.base, slack = excluded.slack, ledger = excluded.ledger, moved_last = excluded.moved_last,
       moved_recently = excluded.moved_recently, known = excluded.known, suspected = excluded.suspected,
       case_key = excluded.case_key, compared_at = excluded.compared_at`,
    [
      currency,
      to.logEpoch,
      to.snapshot,
      to.base,
      to.slack,
      to.ledger,
      to.movedLast,
      [...to.movedRecently],
      to.known,
      to.suspected,
      to.caseKey,
      at,
    ],
  );
}
