import { randomBytes, randomUUID } from "node:crypto";
import type { BareStatement } from "./bare-postgres.ts";

/** An order as a client sends it, and who sends it under which key. */
export interface BareOrder {
  readonly accountId: string;
  readonly key: string;
  readonly amount: number;
  readonly receiver: string;
  readonly number: string;
}

/** Everything that a floor writes and answers for an order. */
export interface PlacedBareOrder {
  readonly transactionId: string;
  readonly paymentId: string;
  readonly statements: readonly BareStatement[];
  readonly response: string;
}

const rate = 61_200_000;

/** The month in which all that a floor writes is counted. */
export const bareMonth = "2026-11";

/** What the order's sats are taken from; as many shares as a float of ours has. */
export const bareFloat = `
  insert into float_shares (float_id, share, free)
    select 'bare', share, 1000000000000000 from generate_series(0, 31) as share`;

/**
 * The rows that transactions writes for a new order, with nothing that decides what they are: one event and its four
 * views, who pays and receives, the key with its answer, what her month, her open orders and the payer's number are
 * counted by, and the reserved payout. A test holds them to ours, table by table.
 */
export function placeBareOrder(order: BareOrder): PlacedBareOrder {
  const ids = idsOf(order);
  const response = responseOf(order, ids);
  const statements = [
    eventOf(order, ids),
    ...viewsOf(order, ids),
    ...viewsOfAllOf(order, ids),
    ...privateOf(order, ids, response),
  ];
  return { ...ids, statements, response };
}

/** The same for a program without events, which needs one view of an order for everybody. */
export function placeOrderWithoutEvents(order: BareOrder): PlacedBareOrder {
  const ids = idsOf(order);
  const response = responseOf(order, ids);
  const statements = [...viewsOf(order, ids), ...privateOf(order, ids, response)];
  return { ...ids, statements, response };
}

function idsOf({ amount }: BareOrder): Ids {
  return {
    transactionId: randomUUID(),
    paymentId: randomUUID(),
    at: new Date().toISOString(),
    sats: Math.floor((amount * 100_000_000) / rate),
  };
}

interface Ids {
  readonly transactionId: string;
  readonly paymentId: string;
  readonly at: string;
  readonly sats: number;
}

function eventOf(order: BareOrder, { transactionId, paymentId, at, sats }: Ids): BareStatement {
  const data = JSON.stringify({
    type: "TransactionCreated",
    v: 1,
    transactionId,
    reference: reference("TXN_"),
    accountId: order.accountId,
    transactionType: "BUY_BITCOIN",
    amountXof: String(order.amount),
    amountSats: String(sats),
    rateXofPerBtc: String(rate),
    paymentId,
    paymentReference: reference("PAY_"),
    channel: "MTN_OPEN",
    payerHmac: randomBytes(32).toString("base64url"),
    receiverKind: "lightning-address",
    receiverHmac: randomBytes(32).toString("base64url"),
    limitMonth: at.slice(0, 7),
    expiresAt: at,
    createdAt: at,
  });
  return {
    name: "event",
    text: `insert into events (log_epoch, stream_id, version, event_id, event_type, data,
        correlation_id, causation_id, public_type, public_data)
      values (1, $1, 1, $2, 'TransactionCreated', $3, $4, $4, $5, $6)`,
    values: [transactionId, randomUUID(), data, transactionId, "bare.v1", data],
  };
}

function viewsOf(order: BareOrder, { transactionId, paymentId, at, sats }: Ids): BareStatement[] {
  const { accountId, amount } = order;
  const texts = [reference("TXN_"), "BUY_BITCOIN", amount, sats, rate];
  return [
    {
      name: "list",
      text: `insert into transaction_list values ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, $8)`,
      values: [transactionId, accountId, ...texts, at],
    },
    {
      name: "detail",
      text: `insert into transaction_detail values
        ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, 'MTN_OPEN', 'PENDING', 'PENDING', 'PENDING', false,
         $10, $10, null, null)`,
      values: [transactionId, accountId, ...texts, paymentId, reference("PAY_"), at],
    },
  ];
}

function viewsOfAllOf(
  order: BareOrder,
  { transactionId, paymentId, at, sats }: Ids,
): BareStatement[] {
  const { accountId, amount } = order;
  const amounts = [amount, sats, rate];
  return [
    {
      name: "monitoring",
      text: `insert into transaction_monitoring values
        ($1, $2, $3, 'BUY_BITCOIN', $4, $5, $6, 'PENDING', null, null, 'MTN_OPEN', $7, $8, null, null, $9, $9)`,
      values: [
        transactionId,
        accountId,
        reference("TXN_"),
        ...amounts,
        paymentId,
        reference("PAY_"),
        at,
      ],
    },
    {
      name: "resume",
      text: `insert into transaction_resume as known values ($1, 1, $2, 0, 0, 0, 0, 0, 0)
        on conflict (account_id) do update
          set pending_count = known.pending_count + 1, pending_xof = known.pending_xof + $2`,
      values: [accountId, amount],
    },
  ];
}

function privateOf(
  order: BareOrder,
  { transactionId, sats }: Ids,
  response: string,
): BareStatement[] {
  const { accountId, receiver, number, key, amount } = order;
  return [
    {
      name: "key",
      text: `insert into idempotency_keys (scope, key, body_hash, record_id, response)
        values ($1, $2, $3, $4, $5)`,
      values: [accountId, key, key, transactionId, response],
    },
    {
      name: "guard",
      text: "select reserve_allowance($1, $2, $3, 1000000000000, 100000)",
      values: [accountId, bareMonth, amount],
    },
    {
      name: "person",
      text: `insert into order_persons (transaction_id, subject, receiver, month, amount_xof, is_counted)
        values ($1, 'number ' || $2, $3, $4, $5, false)`,
      values: [transactionId, number, receiver, bareMonth, amount],
    },
    {
      name: "private",
      text: `insert into transaction_private
          (transaction_id, account_id, receiver, receiver_given, receiver_masked, number, page_token)
        values ($1, $2, $3, $3, $3, $4, $5)`,
      values: [transactionId, accountId, receiver, number, randomBytes(16).toString("base64url")],
    },
    {
      name: "reservation",
      text: `insert into payout_reservations (transaction_id, leg, float_id, amount)
        values ($1, 'payout', 'bare', $2)`,
      values: [transactionId, sats],
    },
    // Last, as ours: it is what orders of different people share.
    {
      name: "float",
      text: `update float_shares set free = free - $1 where float_id = 'bare' and share = (
        select share from float_shares where float_id = 'bare' and free >= $1
        limit 1 for update skip locked)`,
      values: [sats],
    },
  ];
}

function responseOf(order: BareOrder, { transactionId, paymentId, at, sats }: Ids): string {
  return JSON.stringify({
    success: true,
    transaction: {
      id: transactionId,
      type: "BUY_BITCOIN",
      amount: order.amount,
      currency_code: "XOF",
      exchange_rate: rate,
      user_id: order.accountId,
      payment_id: paymentId,
      status: "PENDING",
      reference: reference("TXN_"),
      receiver_address: order.receiver,
      payout_id: null,
      payment_url: `http://localhost/pay/${randomBytes(16).toString("base64url")}`,
      created_at: at,
      amount_sats: `${sats} SATS`,
    },
    provider: "MTN_OPEN",
    invoice: null,
  });
}

function reference(prefix: string): string {
  return prefix + randomBytes(6).toString("hex").toUpperCase();
}
