import type { Database } from "@sanu/platform";
import type { JournalEntry } from "@sanu/sandbox";
import { CompiledQuery } from "kysely";
import { type Floats, readFloats } from "./floats.ts";
import {
  findWrongMoneyOut,
  type MoneyOut,
  type Obligation,
  readMoneyBack,
  readMoneyOut,
} from "./money-out.ts";

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
  /** What came in, as much as two of the staff say where they say another amount, and was not taken back. */
  readonly receivedXof: bigint;
  /** XOF that went back to payers, as they arrived, and did not come back to us. */
  readonly refundedXof: bigint;
  readonly capturedSats: bigint;
  readonly sentSats: bigint;
  readonly feeSats: bigint;
  readonly sentXof: bigint;
  readonly feeXof: bigint;
}

interface TransactionRow {
  readonly streamId: string;
  readonly orderedXof: string;
  readonly orderedSats: string;
  readonly rate: string;
  readonly direction: string;
  readonly paid: boolean;
  /** Whether every refund that was ordered, at least one, has settled, or its money was taken back before. */
  readonly refunded: boolean;
  readonly completed: boolean;
  readonly failed: boolean;
}

export async function drawUpBooks(of: {
  readonly journal: readonly JournalEntry[];
  readonly transactions: Database;
  readonly payments: Database;
  readonly payouts: Database;
}): Promise<Books> {
  const rows = await of.transactions.query<TransactionRow>(CompiledQuery.raw(transactionsText));
  const obligations = await of.transactions.query<Obligation>(CompiledQuery.raw(obligationsText));
  const moneyOut = await readMoneyOut(of.payouts);
  const journal = journalSide(of.journal);
  return {
    journal,
    log: {
      receivedXof:
        (await sumOf(of.payments, "PaymentCompleted", "amountXof")) +
        (await sumOf(of.payments, "PaymentDiscrepancyFound", "receivedXof")) -
        (await sumOf(of.payments, "PaymentReceiptCorrected", "countedXof")) +
        (await sumOf(of.payments, "PaymentReceiptCorrected", "cameXof")) -
        (await sumOf(of.payments, "PaymentReversed", "reversedXof")),
      refundedXof:
        (await sumOf(of.payments, "RefundSettled", "amountXof")) -
        (await sumOf(of.payments, "RefundReversed", "amountXof")),
      capturedSats:
        (await sumOf(of.payments, "PaymentCompleted", "amountSats")) +
        (await sumOf(of.payments, "PaymentDiscrepancyFound", "receivedSats")),
      ...sumsOf(moneyOut, await readMoneyBack(of.payouts)),
    },
    violations: [
      ...rows.flatMap(violationsOf),
      ...doubleSends(of.journal),
      ...findWrongMoneyOut(moneyOut, obligations),
      ...findWrongFloats(journal, refundFeesXof(of.journal), await readFloats(of.transactions)),
    ],
  };
}

const transactionsText = `
select created.stream_id as "streamId",
  created.data->>'amountXof' as "orderedXof", created.data->>'amountSats' as "orderedSats",
  created.data->>'rateXofPerBtc' as rate, created.data->>'transactionType' as direction,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionPaid') as paid,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionCompleted') as completed,
  exists (select 1 from events e where e.stream_id = created.stream_id
    and e.event_type = 'TransactionFailed') as failed,
  (select count(distinct e.data->>'receiptId') filter (where e.event_type <> 'TransactionRefundRequested')
      = count(distinct e.data->>'receiptId') and count(*) > 0
    from events e where e.stream_id = created.stream_id and e.event_type in
      ('TransactionRefundRequested', 'TransactionRefundSettled', 'TransactionPaymentReversed')) as refunded
from events created where created.event_type = 'TransactionCreated'`;

function violationsOf(row: TransactionRow): readonly string[] {
  const found: string[] = [];
  const rate = BigInt(row.rate);
  // A purchase rounds down and a sale up: the exchange never gives more than it receives.
  const rounding = row.direction === "BUY_BITCOIN" ? 0n : rate - 1n;
  const expectedSats = (BigInt(row.orderedXof) * 100_000_000n + rounding) / rate;
  if (expectedSats !== BigInt(row.orderedSats)) found.push(`${row.streamId} owes the wrong sats`);
  if (row.completed && !row.paid) found.push(`${row.streamId} completed without money`);
  if (row.completed && row.failed) found.push(`${row.streamId} completed and failed`);
  if (row.failed && row.paid && !row.refunded) found.push(`${row.streamId} failed with money in`);
  return found;
}

/** A payment hash or a transaction that settled twice, by the node's own account. */
function doubleSends(journal: readonly JournalEntry[]): readonly string[] {
  const settled = journal.flatMap((entry) => (entry.kind === "send-settled" ? [entry.sendId] : []));
  const twice = settled.filter((sendId, index) => settled.indexOf(sendId) !== index);
  return twice.map((sendId) => `${sendId} was paid twice`);
}

/** The ledger says of what lies at the gateways and in the node what their own journal says. */
function findWrongFloats(
  journal: Side,
  refundFees: bigint,
  { gatewayXof, nodeSats }: Floats,
): readonly string[] {
  const { receivedXof, refundedXof, sentXof, feeXof, capturedSats, sentSats, feeSats } = journal;
  const atGateways = receivedXof - refundedXof - refundFees - sentXof - feeXof;
  const inNode = capturedSats - sentSats - feeSats;
  return [
    ...(gatewayXof === atGateways
      ? []
      : [`the gateways hold ${atGateways} XOF, not ${gatewayXof}`]),
    ...(nodeSats === inNode ? [] : [`the node holds ${inNode} SATS, not ${nodeSats}`]),
  ];
}

const obligationsText = `
select stream_id::text as "transactionId", data->>'transactionType' as "transactionType",
  data->>'amountXof' as "amountXof", data->>'amountSats' as "amountSats"
from events where event_type = 'TransactionPaid'`;

function journalSide(journal: readonly JournalEntry[]): Side {
  const sum = (amounts: readonly string[]) =>
    amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const settled = journal.filter((entry) => entry.kind === "send-settled");
  const disbursed = journal.filter((entry) => entry.kind === "disbursement-settled");
  return {
    receivedXof:
      sumOfKind(journal, "money-received") +
      changedXof(journal) -
      sumOfKind(journal, "money-reversed"),
    refundedXof:
      sum(
        journal.flatMap((entry) =>
          entry.kind === "refund-settled" ? [entry.arrivedXof ?? entry.amountXof] : [],
        ),
      ) - sumOfKind(journal, "refund-reversed"),
    capturedSats: sum(
      journal.flatMap((entry) => (entry.kind === "invoice-captured" ? [entry.amountSats] : [])),
    ),
    sentSats: sum(settled.map((entry) => entry.amountSats)),
    feeSats: sum(settled.map((entry) => entry.feeSats)),
    sentXof:
      sum(disbursed.map((entry) => entry.amountXof)) - sumOfKind(journal, "disbursement-reversed"),
    feeXof: sum(disbursed.map((entry) => entry.feeXof)),
  };
}

function sumOfKind(
  journal: readonly JournalEntry[],
  kind: "money-received" | "money-reversed" | "refund-reversed" | "disbursement-reversed",
): bigint {
  return journal.reduce(
    (total, entry) => (entry.kind === kind ? total + BigInt(entry.amountXof) : total),
    0n,
  );
}

/** By how much the gateway shows more, or less, than it did of what came in. */
function changedXof(journal: readonly JournalEntry[]): bigint {
  return journal.reduce((total, entry) => {
    if (entry.kind !== "money-changed") return total;
    return total + BigInt(entry.amountXof) - BigInt(entry.beforeXof);
  }, 0n);
}

/** What the gateway took from refunds for itself. */
function refundFeesXof(journal: readonly JournalEntry[]): bigint {
  return journal.reduce((total, entry) => {
    if (entry.kind !== "refund-settled" || entry.arrivedXof === undefined) return total;
    const taken = BigInt(entry.amountXof) - BigInt(entry.arrivedXof);
    return taken > 0n ? total + taken : total;
  }, 0n);
}

function sumsOf(
  moneyOut: readonly MoneyOut[],
  backXof: bigint,
): Pick<Side, "sentSats" | "feeSats" | "sentXof" | "feeXof"> {
  const sum = (currency: MoneyOut["currency"], of: "amount" | "fee") =>
    moneyOut.reduce((total, one) => total + (one.currency === currency ? one[of] : 0n), 0n);
  return {
    sentSats: sum("SATS", "amount"),
    feeSats: sum("SATS", "fee"),
    sentXof: sum("XOF", "amount") - backXof,
    feeXof: sum("XOF", "fee"),
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
