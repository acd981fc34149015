import { randomInt } from "node:crypto";
import type { ProviderOrder } from "../provider-order.ts";

const moment = (epochMs: number | null) =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** How a transaction, and how a payout, names each state. */
const statuses = {
  recorded: ["pending", "pending"],
  pending: ["pending", "started"],
  settled: ["approved", "sent"],
  failed: ["declined", "failed"],
} as const;

/** A rate, and as text, as live answers have it. */
const commission = "0.01";

function common(order: ProviderOrder) {
  return {
    id: order.id,
    reference: `trx_${order.id}`,
    amount: Number(order.amountXof),
    mode: order.channel,
    currency_id: 1,
    merchant_reference: order.key,
    created_at: moment(order.createdAtMs),
    updated_at: moment(order.endedAtMs ?? order.createdAtMs),
    deleted_at: null,
  };
}

/** The customer of an order has its number: this server knows no other customers. */
export function transactionBody(order: ProviderOrder) {
  const isPaid = order.state === "settled";
  return {
    klass: "v1/transaction",
    ...common(order),
    status: statuses[order.state][0],
    customer_id: order.id,
    approved_at: isPaid ? moment(order.endedAtMs) : null,
    declined_at: order.state === "failed" ? moment(order.endedAtMs) : null,
    commission,
    fixed_commission: 0,
    amount_transferred: isPaid ? Number(order.arrivedXof) : null,
    amount_debited: isPaid ? Number(order.amountXof) : null,
    last_error_code: order.failure,
  };
}

export function payoutBody(order: ProviderOrder) {
  const isSent = order.state === "settled";
  return {
    klass: "v1/payout",
    ...common(order),
    status: statuses[order.state][1],
    customer_id: order.refunds?.id ?? order.id,
    custom_metadata: { sanu_kind: order.kind },
    fees: isSent ? Number(order.feeXof) : null,
    commission,
    fixed_commission: 0,
    amount_transferred: isSent ? Number(order.arrivedXof) : null,
    amount_debited: isSent ? Number(order.arrivedXof + order.feeXof) : null,
    sent_at: isSent ? moment(order.endedAtMs) : null,
    failed_at: order.state === "failed" ? moment(order.endedAtMs) : null,
    last_error_code: order.failure,
    last_error_message: null,
  };
}

const events = { recorded: "created", pending: "created", settled: "approved", failed: "declined" };
const payoutEvents = { recorded: "created", pending: "started", settled: "sent", failed: "failed" };

export function eventOf(order: ProviderOrder, nowMs: number) {
  const isCollection = order.kind === "collection";
  const name = isCollection
    ? `transaction.${events[order.state]}`
    : `payout.${payoutEvents[order.state]}`;
  const entity = isCollection ? transactionBody(order) : payoutBody(order);
  return { id: randomInt(1, 2 ** 47), name, created_at: moment(nowMs), entity };
}
