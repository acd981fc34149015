import { isDeepStrictEqual } from "node:util";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "../system.ts";
import { type EventLogs, kindIn, type LogRow } from "./read-event-logs.ts";

/**
 * Tables that no projection folds (what is reserved and used of a month, how much is open, invoices in use,
 * attempts, what reactions and callbacks have done), each against a fold of the logs written here by hand.
 */
export async function findGuardDifferences(
  { databases }: Pick<FaultSystem, "databases">,
  logs: EventLogs,
): Promise<readonly string[]> {
  const { transactions, payments, payouts } = databases;
  const found = await Promise.all([
    compare("allowances", transactions, allowancesText, foldAllowances(logs)),
    compare("open_transactions", transactions, openText, foldOpen(logs)),
    compare("receiver_uses", transactions, usesText, foldUses(logs)),
    compare("transaction_private", transactions, privateText, foldPrivate(logs)),
    compare("attempts of payments", payments, attemptsText(kindAndSubject), foldMoneyIn(logs)),
    compare("attempts of payouts", payouts, attemptsText("subject_id"), foldSends(logs)),
  ]);
  return found.flat();
}

/** What a table should hold: a text for each key. */
type Expected = ReadonlyMap<string, string>;

async function compare(
  table: string,
  database: Database,
  text: string,
  expected: Expected,
): Promise<readonly string[]> {
  const rows = await database.query<{ key: string; value: string }>(CompiledQuery.raw(text));
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const keys = new Set([...stored.keys(), ...expected.keys()]);
  return [...keys].flatMap((key) => {
    const [is, should] = [stored.get(key), expected.get(key)];
    if (isDeepStrictEqual(is, should)) return [];
    return [`${table} ${key}: ${is ?? "missing"} and should be ${should ?? "missing"}`];
  });
}

interface Order {
  readonly id: string;
  readonly created: LogRow["data"];
  readonly end: "completed" | "failed" | undefined;
}

function ordersOf({ transactions }: EventLogs): readonly Order[] {
  return [...Map.groupBy(transactions, ({ streamId }) => streamId)].flatMap(([id, rows]) => {
    const created = rows.find(({ type }) => type === "TransactionCreated")?.data;
    return created === undefined ? [] : [{ id, created, end: endOf(rows) }];
  });
}

function endOf(rows: readonly LogRow[]): Order["end"] {
  const types = rows.map(({ type }) => type);
  if (types.includes("TransactionCompleted")) return "completed";
  return types.includes("TransactionFailed") ? "failed" : undefined;
}

const allowancesText = `
select account_id || ' ' || month as key, reserved_xof || ' reserved, ' || used_xof || ' used' as value
from allowances`;

function foldAllowances(logs: EventLogs): Expected {
  const months = new Map<string, { reserved: bigint; used: bigint }>();
  for (const { created, end } of ordersOf(logs)) {
    const key = `${created["accountId"]} ${created["limitMonth"]}`;
    const month = months.get(key) ?? { reserved: 0n, used: 0n };
    const amountXof = BigInt(String(created["amountXof"]));
    if (end === undefined) month.reserved += amountXof;
    if (end === "completed") month.used += amountXof;
    months.set(key, month);
  }
  return new Map(
    [...months].map(([key, { reserved, used }]) => [key, `${reserved} reserved, ${used} used`]),
  );
}

const openText = "select account_id::text as key, open_count::text as value from open_transactions";

function foldOpen(logs: EventLogs): Expected {
  const counts = new Map<string, number>();
  for (const { created, end } of ordersOf(logs)) {
    const account = String(created["accountId"]);
    counts.set(account, (counts.get(account) ?? 0) + (end === undefined ? 1 : 0));
  }
  return new Map([...counts].map(([account, count]) => [account, `${count}`]));
}

const usesText = "select transaction_id::text as key, 'in use' as value from receiver_uses";

function foldUses(logs: EventLogs): Expected {
  const used = ordersOf(logs).filter(
    ({ created, end }) => created["receiverKind"] === "bolt11" && end !== "failed",
  );
  const given = logs.transactions.filter(goesBackToInvoice).map(({ streamId }) => streamId);
  return new Map([...used.map(({ id }) => id), ...given].map((id) => [id, "in use"]));
}

/** The invoice that a seller gave was paid, so nobody else may have it. */
function goesBackToInvoice({ type, data }: LogRow): boolean {
  return type === "TransactionRefundRequested" && kindIn(data["destination"]) === "invoice";
}

const privateText = `
select transaction_id::text as key, account_id::text as value from transaction_private`;

function foldPrivate(logs: EventLogs): Expected {
  return new Map(ordersOf(logs).map(({ id, created }) => [id, String(created["accountId"])]));
}

/** Whether a collection was accepted or is still unknown depends on the provider's voice, not on the log. */
const attemptsText = (name: string) => `
select ${name} || ' ' || attempt_number as key,
  case when state in ('settled', 'rejected') then state else 'open' end as value
from attempts`;

/** A sale has two attempts, of two kinds. */
const kindAndSubject = "kind || ' ' || subject_id";

function foldMoneyIn({ payments }: EventLogs): Expected {
  const states = new Map<string, string>();
  for (const [id, rows] of Map.groupBy(payments, ({ streamId }) => streamId)) {
    const types = rows.map(({ type }) => type);
    const end = endOfPayment(types);
    if (types.includes("PaymentRequested")) states.set(`collection ${id} 1`, end);
    if (types.includes("CaptureRequested")) states.set(`capture ${id} 1`, end);
    if (types.includes("InvoiceRequested")) {
      states.set(`invoice ${id} 1`, types.includes("CaptureRequested") ? "settled" : end);
    }
    if (types.includes("RefundRequested")) foldRefund(states, id, rows);
  }
  return states;
}

function endOfPayment(types: readonly string[]): string {
  if (types.includes("PaymentFailed")) return "rejected";
  const hasMoney = types.some((type) => /^Payment(Completed|DiscrepancyFound)$/.test(type));
  return hasMoney ? "settled" : "open";
}

/** A refund that failed in the moment of its request was refused before it began, and has no attempt. */
function foldRefund(states: Map<string, string>, id: string, rows: readonly LogRow[]): void {
  const requested = rows.find(({ type }) => type === "RefundRequested")?.data["requestedAt"];
  const failed = rows.find(({ type }) => type === "RefundFailed")?.data["failedAt"];
  if (requested !== failed) foldTries(states, rows, { name: `refund ${id}`, of: "Refund" });
}

function foldSends({ payouts }: EventLogs): Expected {
  const states = new Map<string, string>();
  for (const [id, rows] of Map.groupBy(payouts, ({ streamId }) => streamId)) {
    foldTries(states, rows, { name: id, of: "Payout" });
  }
  return states;
}

/** Attempts of what may be tried several times: each rejected one but the last makes room for the next. */
function foldTries(
  states: Map<string, string>,
  rows: readonly LogRow[],
  { name, of }: { readonly name: string; readonly of: string },
): void {
  let attempt = 1;
  for (const { type } of rows.toSorted((one, other) => one.version - other.version)) {
    if (type === `${of}Requested`) states.set(`${name} 1`, "open");
    if (type === `${of}Settled`) states.set(`${name} ${attempt}`, "settled");
    const isOver = type === `${of}Failed` || type === `${of}Withheld`;
    if (isOver) states.set(`${name} ${attempt}`, "rejected");
    if (type !== `${of}AttemptRejected`) continue;
    states.set(`${name} ${attempt}`, "rejected");
    attempt += 1;
    states.set(`${name} ${attempt}`, "open");
  }
}
