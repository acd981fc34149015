import type { AccountId, BasisPoints, Instant, XofPerBtc } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";

/** The lease of whoever asks the markets. */
export const RATES_LEASE = "rates";

/** The one row that all replicas price by. Ages are by the database's clock, which all replicas share. */
export interface BoardRow {
  readonly mid_xof_per_btc: XofPerBtc | null;
  readonly mid_as_of: Instant | null;
  readonly mid_age_ms: number | null;
  /** Whether the markets have left that middle: it is kept to judge the next one by, and nobody deals at it. */
  readonly is_mid_left: boolean;
  /** Basis points; null where the service's settings count. */
  readonly spread_buy: number | null;
  readonly spread_sell: number | null;
  readonly manual_xof_per_btc: XofPerBtc | null;
  readonly manual_since: Instant | null;
  readonly manual_until: Instant | null;
  readonly manual_left_ms: number | null;
  readonly is_frozen: boolean;
}

const msOf = (interval: string) => `(extract(epoch from ${interval}) * 1000)::float8`;

export const readBoard: Statement = CompiledQuery.raw(`
select mid_xof_per_btc, mid_as_of, ${msOf("clock_timestamp() - mid_as_of")} as mid_age_ms, 
  coalesce(left_as_of = mid_as_of, false) as is_mid_left,
  spread_buy, spread_sell, manual_xof_per_btc, manual_since, manual_until,
  ${msOf("manual_until - clock_timestamp()")} as manual_left_ms, is_frozen
from rate_board`);

/** Writes a trusted middle down, if the writer still holds the lease and knows nothing older than what stands there. */
export function recordMid(of: {
  readonly holder: string;
  readonly midXofPerBtc: XofPerBtc;
  readonly ageMs: number;
}): Statement {
  const { holder, midXofPerBtc, ageMs } = of;
  return CompiledQuery.raw("select record_mid($1, $2, $3, $4)", [
    RATES_LEASE,
    holder,
    midXofPerBtc,
    ageMs / 1_000,
  ]);
}

/** The markets have left the middle that stands there, if the writer still holds the lease. The next trusted one is another one. */
export function leaveMid(of: {
  readonly holder: string;
  readonly midXofPerBtc: XofPerBtc;
}): Statement {
  return CompiledQuery.raw(
    `update rate_board set left_as_of = mid_as_of
     where mid_xof_per_btc = $3 and left_as_of is distinct from mid_as_of and exists (
       select from leases where name = $1 and holder = $2 and expires_at > clock_timestamp())`,
    [RATES_LEASE, of.holder, of.midXofPerBtc],
  );
}

/** Goes on with the history: the present rate is as before, or begins now. */
export function insertRate(of: {
  readonly rateId: string;
  readonly spread: { readonly buy: BasisPoints; readonly sell: BasisPoints };
  readonly staleAfterMs: number;
}): Statement {
  const { rateId, spread, staleAfterMs } = of;
  return CompiledQuery.raw("select insert_rate($1, $2, $3, $4)", [
    rateId,
    spread.buy,
    spread.sell,
    staleAfterMs / 1_000,
  ]);
}

/** What an administrator changes; what is undefined stays as it is. */
export interface BoardChange {
  readonly spreadBuy?: BasisPoints;
  readonly spreadSell?: BasisPoints;
  /** Null goes back to the market. */
  readonly manual?: { readonly rateXofPerBtc: XofPerBtc; readonly minutes: number } | null;
  readonly isFrozen?: boolean;
}

const changeText = `
update rate_board set
  spread_buy = coalesce($1, spread_buy),
  spread_sell = coalesce($2, spread_sell),
  manual_xof_per_btc = case when $3 then $4::bigint else manual_xof_per_btc end,
  manual_since = case when $3 then clock_timestamp() else manual_since end,
  manual_until = case when $3 then clock_timestamp() + make_interval(mins => $5) else manual_until end,
  is_frozen = coalesce($6, is_frozen)`;

/** Changes the board's one row. A rate by hand ends by itself after its minutes. */
export function changeBoard(change: BoardChange): Statement {
  const { spreadBuy, spreadSell, manual, isFrozen } = change;
  return CompiledQuery.raw(changeText, [
    spreadBuy ?? null,
    spreadSell ?? null,
    manual !== undefined,
    manual?.rateXofPerBtc ?? null,
    manual?.minutes ?? 0,
    isFrozen ?? null,
  ]);
}

/** The constraint that the same admin action breaks when it comes a second time. */
export const adminActionConstraint = "rate_admin_actions_pkey";

/** Who changed what, and why, in the transaction of the change. */
export function insertAdminAction(of: {
  readonly actionId: string;
  readonly by: AccountId;
  readonly what: Readonly<Record<string, unknown>>;
  readonly reason: string;
}): Statement {
  return CompiledQuery.raw(
    "insert into rate_admin_actions (action_id, acted_by, what, reason) values ($1, $2, $3, $4)",
    [of.actionId, of.by, JSON.stringify(of.what), of.reason],
  );
}

/** Whoever changes the board holds its row. */
export const lockBoard: Statement = CompiledQuery.raw("select from rate_board for update");

/** The last action of the staff about each of these. */
export function readLastActions(fields: readonly string[]): Statement {
  return CompiledQuery.raw(
    `select distinct on (field) field, action_id as "actionId"
     from rate_admin_actions, jsonb_object_keys(what) as field
     where field = any($1) order by field, acted_at desc, action_id desc`,
    [[...fields]],
  );
}
