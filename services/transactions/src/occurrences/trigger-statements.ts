import {
  type AccountId,
  type Instant,
  msBetween,
  type StandingOrderId,
  type XofPerBtc,
} from "@sanu/kernel";
import type { Database, Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { ExistingStandingOrder, StandingOrder } from "../standing-order/state.ts";

/** The constraint that one order too many breaks. */
export const standingOrdersConstraint = "standing_orders_max";

/** In the commit that places one; a closed account breaks `closingConstraints.standingOrders`. */
export function reservePlace(accountId: string, openMax: number): Statement {
  return CompiledQuery.raw("select may_place_standing_order($1, $2)", [accountId, openMax]);
}

const upsertText = `
insert into standing_order_triggers
  (order_id, account_id, transaction_type, due_at, price_xof_per_btc, until_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (order_id) do update set due_at = excluded.due_at,
  price_xof_per_btc = excluded.price_xof_per_btc, until_at = excluded.until_at`;

/**
 * What an order waits for, in the commit that changes it: a moment, a price, or its resumption, which is never later than its
 * end. An order that has ended waits for nothing. What was refused at its price waits until `notBefore`.
 */
export function writeTrigger(state: StandingOrder, notBefore: Instant | null = null): Statement {
  if (state.status === "none") throw new Error("Nothing was placed that could wait");
  const { orderId, accountId, transactionType } = state;
  if (state.status === "ended") {
    const text = "delete from standing_order_triggers where order_id = $1";
    return CompiledQuery.raw(text, [orderId]);
  }
  const values = [orderId, accountId, transactionType, ...awaitedBy(state, notBefore)];
  return CompiledQuery.raw(upsertText, values);
}

const updateText = `
update standing_order_triggers set due_at = $2, price_xof_per_btc = $3, until_at = $4
where order_id = $1 and (due_at <= $5 or until_at < $5)`;

/**
 * The same outside of such a commit: it makes no row of one that is gone by now. A state may be old by then, so a row that
 * waits for something later stays: whoever changed the order wrote it.
 */
export function restoreTrigger(state: ExistingStandingOrder, now: Instant): Statement {
  if (state.status === "ended") return writeTrigger(state);
  return CompiledQuery.raw(updateText, [state.orderId, ...awaitedBy(state, null), now]);
}

/** Moment, price and end. Who is due at a moment has its end looked at with it, so none is put off beyond it. */
function awaitedBy(state: ExistingStandingOrder, notBefore: Instant | null) {
  const { dueAt, until } = state;
  if (dueAt !== null) return [dueAt, null, null] as const;
  if (notBefore === null) return [null, awaitedPrice(state), until] as const;
  const isBehindEnd = until !== null && msBetween(until, notBefore) > 0;
  return [isBehindEnd ? until : notBefore, null, null] as const;
}

function awaitedPrice({ status, trigger }: ExistingStandingOrder): XofPerBtc | null {
  return status === "active" && trigger.kind === "price" ? trigger.priceXofPerBtc : null;
}

/** Tried again at that moment, whatever it waited for. */
export function postpone(orderId: StandingOrderId, until: Instant): Statement {
  return CompiledQuery.raw(
    `update standing_order_triggers set due_at = $2, price_xof_per_btc = null, until_at = null
     where order_id = $1`,
    [orderId, until],
  );
}

/**
 * Each part is found by its own index, in its order, and reads no more rows than are returned. The bound stands in the text: with it the plan
 * that fits every look costs no more than one for this look alone, so that Postgres keeps it and plans no look anew.
 */
const dueText = (rowsMax: number) => `
select order_id as "orderId" from (
  (select order_id from standing_order_triggers where due_at <= $1 order by due_at, order_id limit ${rowsMax})
  union
  (select order_id from standing_order_triggers
    where transaction_type = 'BUY_BITCOIN' and price_xof_per_btc >= $2
    order by price_xof_per_btc desc, order_id desc limit ${rowsMax})
  union
  (select order_id from standing_order_triggers
    where transaction_type = 'SELL_BITCOIN' and price_xof_per_btc <= $3
    order by price_xof_per_btc, order_id limit ${rowsMax})
  union
  (select order_id from standing_order_triggers where until_at < $1 order by until_at, order_id limit ${rowsMax})
) as due limit ${rowsMax}`;

export interface Present {
  readonly now: Instant;
  /** Null while no rate can be trusted: then no price is reached. */
  readonly buyXofPerBtc: XofPerBtc | null;
  readonly sellXofPerBtc: XofPerBtc | null;
}

/** Which orders have something to do now, at most so many, in no order. */
export async function listDue(
  database: Pick<Database, "query">,
  { now, buyXofPerBtc, sellXofPerBtc }: Present,
  rowsMax: number,
): Promise<readonly StandingOrderId[]> {
  const values = [now, buyXofPerBtc, sellXofPerBtc];
  const rows = await database.query<{ orderId: StandingOrderId }>(
    CompiledQuery.raw(dueText(rowsMax), values),
  );
  return rows.map(({ orderId }) => orderId);
}

/** Which orders of an account have not ended, in no order. */
export async function listWaiting(
  database: Pick<Database, "query">,
  accountId: AccountId,
): Promise<readonly StandingOrderId[]> {
  const text = `select order_id as "orderId" from standing_order_triggers where account_id = $1`;
  const rows = await database.query<{ orderId: StandingOrderId }>(
    CompiledQuery.raw(text, [accountId]),
  );
  return rows.map(({ orderId }) => orderId);
}
