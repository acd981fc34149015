import type { Database } from "@sanu/platform";
import type { JournalEntry } from "@sanu/sandbox";
import { CompiledQuery } from "kysely";

/**
 * Two independent accounts of the same money. `journal`: what the provider and the node did, from the
 * sandbox. `log`: what our events say. In every scenario they must agree.
 */
export interface Books {
  readonly journal: Side;
  readonly log: Side;
  /** Facts about single transactions that may never be; empty when all is well. */
  readonly violations: readonly string[];
}

export interface Side {
  /** XOF that payers paid, all receipts. */
  readonly receivedXof: bigint;
  /** XOF that went back to payers. */
  readonly returnedXof: bigint;
  /** Sats that receivers have. */
  readonly sentSats: bigint;
  /** Fees of sends that settled. */
  readonly feeSats: bigint;
}

interface TransactionRow {
  readonly streamId: string;
  readonly orderedXof: string;
  readonly orderedSats: string;
  readonly rate: string;
  readonly paid: boolean;
  readonly completed: boolean;
  readonly failed: boolean;
}

/** Draws up the books of a world that has settled. */
export async function drawUpBooks(of: {
  readonly journal: readonly JournalEntry[];
  readonly transactions: Database;
  readonly payments: Database;
  readonly payouts: Database;
}): Promise<Books> {
  const rows = await of.transactions.query<TransactionRow>(CompiledQuery.raw(transactionsText));
  return {
    journal: journalSide(of.journal),
    log: {
      receivedXof:
        (await sumOf(of.payments, "PaymentCompleted", "amountXof")) +
        (await sumOf(of.payments, "PaymentDiscrepancyFound", "receivedXof")),
      returnedXof: 0n,
      sentSats: await sumOf(of.payouts, "PayoutSettled", "amountSats"),
      feeSats: await sumOf(of.payouts, "PayoutSettled", "feeSats"),
    },
    violations: [
      ...rows.flatMap(violationsOf),
      ...doubleSends(of.journal),
      ...(await obligationViolations(of)),
    ],
  };
}

const transactionsText = `
select created.stream_id as "streamId",
  created.data->>'amountXof' as "orderedXof", created.data->>'amountSats' as "orderedSats",
  created.data->>'rateXofPerBtc' as rate,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionPaid') as paid,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionCompleted') as completed,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionFailed') as failed
from events created where created.event_type = 'TransactionCreated'`;

function violationsOf(row: TransactionRow): readonly string[] {
  const found: string[] = [];
  const owedSats = (BigInt(row.orderedXof) * 100_000_000n) / BigInt(row.rate);
  if (owedSats !== BigInt(row.orderedSats)) found.push(`${row.streamId} owes the wrong sats`);
  if (row.completed && !row.paid) found.push(`${row.streamId} completed without money`);
  if (row.completed && row.failed) found.push(`${row.streamId} completed and failed`);
  if (row.failed && row.paid) found.push(`${row.streamId} failed with money in`);
  return found;
}

/** A payment hash or a transaction that settled twice, by the node's own account. */
function doubleSends(journal: readonly JournalEntry[]): readonly string[] {
  const settled = journal.flatMap((entry) => (entry.kind === "send-settled" ? [entry.sendId] : []));
  const twice = settled.filter((sendId, index) => settled.indexOf(sendId) !== index);
  return twice.map((sendId) => `${sendId} was paid twice`);
}

/** Per transaction: what was paid out is what was ordered, at most once, and only when the money was in. */
async function obligationViolations(of: {
  readonly transactions: Database;
  readonly payouts: Database;
}): Promise<readonly string[]> {
  const paid = await of.transactions.query<{ transactionId: string; amountSats: string }>(
    CompiledQuery.raw(
      `select stream_id as "transactionId", data->>'amountSats' as "amountSats"
       from events where event_type = 'TransactionPaid'`,
    ),
  );
  const owed = new Map(paid.map((row) => [row.transactionId, row.amountSats]));
  const settled = await of.payouts.query<{ transactionId: string; amountSats: string }>(
    CompiledQuery.raw(
      `select data->>'transactionId' as "transactionId", data->>'amountSats' as "amountSats"
       from events where event_type = 'PayoutSettled'`,
    ),
  );
  const seen = new Set<string>();
  return settled.flatMap(({ transactionId, amountSats }) => {
    const found: string[] = [];
    if (owed.get(transactionId) !== amountSats)
      found.push(`${transactionId} was paid another amount`);
    if (seen.has(transactionId)) found.push(`${transactionId} was paid out twice`);
    seen.add(transactionId);
    return found;
  });
}

function journalSide(journal: readonly JournalEntry[]): Side {
  const sum = (amounts: readonly string[]) =>
    amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const settled = journal.filter((entry) => entry.kind === "send-settled");
  return {
    receivedXof: sum(
      journal.flatMap((entry) => (entry.kind === "money-received" ? [entry.amountXof] : [])),
    ),
    returnedXof: sum(
      journal.flatMap((entry) => (entry.kind === "money-returned" ? [entry.amountXof] : [])),
    ),
    sentSats: sum(settled.map((entry) => entry.amountSats)),
    feeSats: sum(settled.map((entry) => entry.feeSats)),
  };
}

async function sumOf(database: Database, eventType: string, field: string): Promise<bigint> {
  const [row] = await database.query<{ total: string }>(
    CompiledQuery.raw(
      "select coalesce(sum((data->>$2)::numeric), 0)::text as total from events where event_type = $1",
      [eventType, field],
    ),
  );
  return BigInt(row?.total ?? "0");
}
