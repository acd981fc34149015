import { randomUUID } from "node:crypto";
import type { BareStatement } from "../floors/bare-postgres.ts";
import { bareMonth } from "../floors/order-rows.ts";

/** The table that keeps a program without events from paying twice. */
export const attemptsTable = `create table mono_attempts (
  id uuid primary key, transaction_id uuid not null, state text not null, payload text);
  create index on mono_attempts (transaction_id)`;

export function attempt(id: string, transactionId: string, state: string): BareStatement {
  return {
    name: "attempt",
    text: "insert into mono_attempts (id, transaction_id, state) values ($1, $2, $3)",
    values: [id, transactionId, state],
  };
}

export function link(transactionId: string, url: string): BareStatement {
  return {
    name: "link",
    text: "update transaction_private set payment_url = $2, linked_at = now() where transaction_id = $1",
    values: [transactionId, url],
  };
}

export function status(transactionId: string): BareStatement {
  return {
    name: "status",
    text: "select status from transaction_detail where transaction_id = $1",
    values: [transactionId],
  };
}

export function orderOf(paymentId: string): BareStatement {
  return {
    name: "order",
    text: `select transaction_id, amount_sats, receiver from mono_attempts
      join transaction_detail using (transaction_id) join transaction_private using (transaction_id)
      where id = $1`,
    values: [paymentId],
  };
}

/** The money is in; the attempt to send it is there before anything is sent. */
export function paid(paymentId: string, transactionId: string): readonly BareStatement[] {
  return [
    {
      name: "attempt-settled",
      text: "update mono_attempts set state = 'settled' where id = $1",
      values: [paymentId],
    },
    ...statusRows("PROCESSING", transactionId),
    attempt(randomUUID(), transactionId, "sending"),
  ];
}

export function prepared(transactionId: string, payload: string): BareStatement {
  return {
    name: "prepared",
    text: "update mono_attempts set payload = $2 where transaction_id = $1 and state = 'sending'",
    values: [transactionId, payload],
  };
}

export function completed(transactionId: string): readonly BareStatement[] {
  return [
    {
      name: "sent",
      text: "update mono_attempts set state = 'sent' where transaction_id = $1 and state = 'sending'",
      values: [transactionId],
    },
    ...statusRows("COMPLETED", transactionId),
    {
      name: "used",
      text: `select end_reservation(account_id, $2, amount_xof, amount_xof)
        from transaction_detail where transaction_id = $1`,
      values: [transactionId, bareMonth],
    },
    {
      name: "person-ended",
      text: "update order_persons set ended_at = now() where transaction_id = $1",
      values: [transactionId],
    },
    {
      name: "reservation-ended",
      text: "delete from payout_reservations where transaction_id = $1",
      values: [transactionId],
    },
    {
      name: "float-settled",
      text: `update float_shares set settled = settled + 1 where float_id = 'bare' and share = (
        select share from float_shares where float_id = 'bare' limit 1 for update skip locked)`,
      values: [],
    },
  ];
}

function statusRows(to: string, transactionId: string): readonly BareStatement[] {
  return ["transaction_list", "transaction_detail"].map((table) => ({
    name: `status-${table}`,
    text: `update ${table} set status = $2 where transaction_id = $1`,
    values: [transactionId, to],
  }));
}
