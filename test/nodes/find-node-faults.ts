import { CompiledQuery } from "kysely";
import { findStatementDifferences } from "../faults/checks/find-statement-differences.ts";
import type { NodeWorld } from "./node-world.ts";
import { paymentsOf } from "./payer.ts";

interface SentRow {
  readonly payoutId: string;
  readonly key: string;
  readonly state: string;
  readonly amountSats: string | null;
  readonly feeSats: string | null;
}

/** Every attempt to send, and what the payout's settlement says where it is the one that settled. */
const sentText = `
select attempt.subject_id::text as "payoutId", natural_key as key, state,
  settled.data->'sent'->>'amountSats' as "amountSats", settled.data->'fee'->>'amountSats' as "feeSats"
from attempts as attempt
left join events as settled on settled.stream_id = attempt.subject_id
  and settled.event_type = 'PayoutSettled' and attempt.state = 'settled'
where natural_key like 'lightning:%' or natural_key like 'chain:%'`;

const capturedText = `
select data->>'paymentHash' as hash, data->>'amountSats' as "amountSats"
from events where event_type = 'PaymentCompleted' and data ? 'paymentHash'`;

/**
 * What may never be between the node's own records and our logs, one sentence each: paid twice, paid and given back, paid
 * or taken otherwise than booked. Last comes what our own comparison with the node's statement finds.
 */
export async function findNodeFaults(world: NodeWorld): Promise<readonly string[]> {
  return [
    ...(await findPaymentFaults(world)),
    ...(await findCaptureFaults(world)),
    ...(await findStatementDifferences(world.system, world.startedAt)),
  ];
}

/** By the node's payment list and its wallet. */
async function findPaymentFaults({ network, system }: NodeWorld): Promise<readonly string[]> {
  const sent = await system.databases.payouts.query<SentRow>(CompiledQuery.raw(sentText));
  const paid = new Map<string, string>();
  for (const payment of await paymentsOf(network.alice)) {
    if (payment.status !== "SUCCEEDED") continue;
    const feeSats = (BigInt(payment.fee_msat) + 999n) / 1_000n;
    paid.set(`lightning:${payment.payment_hash}`, `${payment.value_sat} for ${feeSats}`);
  }
  const { transactions } = await network.alice.call<{
    readonly transactions: readonly {
      readonly tx_hash: string;
      readonly num_confirmations: number;
      readonly total_fees: string;
    }[];
  }>("GET", "/v1/transactions");
  const confirmed = new Map<string, string>(
    transactions
      .filter(({ num_confirmations: blocks }) => blocks > 0)
      .map(({ tx_hash: txid, total_fees: fee }) => [`chain:${txid}`, fee]),
  );
  const settledKeys = new Set(
    sent.flatMap(({ payoutId, key, state }) => (state === "settled" ? [`${payoutId} ${key}`] : [])),
  );
  const byPayout = Map.groupBy(sent, ({ payoutId }) => payoutId);
  const arrived = (key: string): boolean => paid.has(key) || confirmed.has(key);
  return [
    ...[...byPayout].flatMap(([payoutId, attempts]) => {
      const count = new Set(attempts.map(({ key }) => key).filter(arrived)).size;
      return count > 1 ? [`${payoutId} was paid ${count} times`] : [];
    }),
    ...sent.flatMap((row) => {
      const isSettled = row.state === "settled";
      // An invoice that was refused once can be tried again under its hash.
      if (!isSettled && settledKeys.has(`${row.payoutId} ${row.key}`)) return [];
      if (isSettled !== arrived(row.key)) {
        return [`${row.payoutId} is ${row.state}, and the node says otherwise of ${row.key}`];
      }
      if (!isSettled) return [];
      const booked = `${row.amountSats} for ${row.feeSats}`;
      const own = paid.get(row.key);
      const isSame = own === undefined ? confirmed.get(row.key) === row.feeSats : own === booked;
      return isSame ? [] : [`${row.payoutId} is booked as ${booked}; the node says ${own}`];
    }),
  ];
}

/** By the node's invoices: what it took is what our log says that it took. */
async function findCaptureFaults({ network, system }: NodeWorld): Promise<readonly string[]> {
  const logged = await system.databases.payments.query<{ hash: string; amountSats: string }>(
    CompiledQuery.raw(capturedText),
  );
  const booked = new Map(logged.map(({ hash, amountSats }) => [hash, amountSats]));
  const ours = await system.databases.payments.query<{ hash: string }>(
    CompiledQuery.raw(
      `select distinct data->>'paymentHash' as hash from events where data ? 'paymentHash'`,
    ),
  );
  const hashes = new Set(ours.map(({ hash }) => hash));
  const { invoices } = await network.alice.call<{
    readonly invoices: readonly {
      readonly r_hash: string;
      readonly state: string;
      readonly amt_paid_sat: string;
    }[];
  }>("GET", "/v1/invoices?num_max_invoices=10000");
  return invoices.flatMap(({ r_hash: hash, state, amt_paid_sat: amountSats }) => {
    const hex = Buffer.from(hash, "base64").toString("hex");
    if (!hashes.has(hex)) return [];
    const taken = state === "SETTLED" ? amountSats : undefined;
    return taken === booked.get(hex)
      ? []
      : [`the invoice ${hex} brought ${taken}, and is booked as ${booked.get(hex)}`];
  });
}
