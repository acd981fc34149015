import type { BenchServers } from "../system/servers.ts";

/** A v7-shaped id that goes up with its number. */
export const idOfNumber = (number: string, kind: number) =>
  `(lpad(to_hex((${number}) >> 16), 8, '0') || '-' || lpad(to_hex((${number}) & 65535), 4, '0') ||
    '-7000-8000-' || lpad(to_hex(${kind}), 12, '0'))::uuid`;

const id = idOfNumber("n", 1);
const account = idOfNumber("n / 100", 2);
const payment = idOfNumber("n", 3);
const payout = idOfNumber("n", 4);
const moment = `to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What happens in one purchase, as the service writes it. */
const created = `jsonb_build_object('type', 'TransactionCreated', 'v', 1, 'transactionId', ${id},
  'reference', 'TXN_' || n, 'accountId', ${account}, 'transactionType', 'BUY_BITCOIN',
  'amountXof', '10000', 'amountSats', '16339', 'rateXofPerBtc', '61200000', 'midXofPerBtc', '60000000',
  'feeLimitSats', '326', 'paymentId', ${payment},
  'paymentReference', 'PAY_' || n, 'channel', 'MTN_OPEN', 'payoutChannel', null,
  'numberHmac', repeat('a', 64), 'receiverKind', 'lightning-address', 'receiverHmac', repeat('b', 64),
  'quoteId', null, 'limitMonth', '2026-01', 'expiresAt', ${moment}, 'createdAt', ${moment})`;
const linked = `jsonb_build_object('type', 'TransactionPaymentLinked', 'v', 1, 'transactionId', ${id},
  'linkedAt', ${moment})`;
const paid = `jsonb_build_object('type', 'TransactionPaid', 'v', 1, 'transactionId', ${id},
  'transactionType', 'BUY_BITCOIN', 'paymentId', ${payment}, 'payoutId', ${payout},
  'payoutReference', 'PAYOUT_' || n, 'amountXof', '10000', 'amountSats', '16339', 'feeLimitSats', '326',
  'payoutChannel', null, 'numberHmac', repeat('a', 64), 'receiverKind', 'lightning-address', 'receiverHmac', repeat('b', 64),
  'receiptId', 'receipt-' || n, 'paidAt', ${moment})`;
const completed = `jsonb_build_object('type', 'TransactionCompleted', 'v', 1, 'transactionId', ${id},
  'accountId', ${account}, 'transactionType', 'BUY_BITCOIN', 'amountXof', '10000', 'amountSats', '16339',
  'payoutId', ${payout}, 'fee', jsonb_build_object('currency', 'SATS', 'amountSats', '1'),
  'completedDay', '2026-01-01', 'completedAt', ${moment})`;

const batch = 25_000;

/**
 * Writes purchases into a log of transactions: all four events of each, or the first alone. They are private, so
 * that no relay publishes them.
 */
export async function fillLog(
  servers: BenchServers,
  url: string,
  of: { readonly transactions: number; readonly eventsEach: 1 | 4 },
): Promise<void> {
  const events = [created, linked, paid, completed].slice(0, of.eventsEach);
  const values = events.map((data, index) => `(${index + 1}, ${data})`).join(", ");
  for (let first = 1; first <= of.transactions; first += batch) {
    const last = Math.min(of.transactions, first + batch - 1);
    await servers.administrate(
      `insert into events (log_epoch, stream_id, version, event_id, event_type, data, correlation_id,
         causation_id)
       select 1, ${id}, event.version, gen_random_uuid(), event.data->>'type', event.data, 'bench', 'bench'
       from generate_series(${first}, ${last}) as n
         cross join lateral (values ${values}) as event (version, data)`,
      url,
    );
  }
  await servers.administrate("vacuum analyze events", url);
}
