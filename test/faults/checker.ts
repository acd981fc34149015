import type { Database } from "@sanu/platform";
import { drawUpBooks } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { findCanaries } from "./find-canaries.ts";
import { findIllegalLogs } from "./find-illegal-logs.ts";
import { findStreamDifferences } from "./find-stream-differences.ts";
import type { Load } from "./load.ts";
import type { FaultSystem } from "./system.ts";

/**
 * Everything that may never be true after a run, one sentence each; empty when all is well. It reads the
 * sandbox's journal, the client's journal, the streams, the logs and the databases, and nothing of the
 * services' own opinion. Call it when the system has settled.
 */
export async function findFaults(system: FaultSystem, load: Load): Promise<readonly string[]> {
  const { databases, sandbox } = system;
  const books = await drawUpBooks({ journal: sandbox.journal.all(), ...databases });
  const differences = JSON.stringify(books.log, asText) !== JSON.stringify(books.journal, asText);
  return [
    ...load.journal.faults,
    ...books.violations,
    ...(differences
      ? [`The books differ: ${JSON.stringify({ ...books, violations: undefined }, asText)}`]
      : []),
    ...findPayoutFaults(system, load),
    ...(await findLostAnswers(system, load)),
    ...(await findIllegalLogs(databases)),
    ...(await findStreamDifferences(system)),
    ...(await findCanaries(system, load)),
  ];
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/** Every amount is ordered once, so in the node's own journal an amount of sats names its purchase. */
function findPayoutFaults({ sandbox }: FaultSystem, load: Load): readonly string[] {
  const settled = sandbox.journal.ofKind("send-settled").map(({ amountSats }) => amountSats);
  const received = sandbox.journal.ofKind("money-received").map(({ amountXof }) => amountXof);
  const known = new Set<string>();
  const found = load.purchases.flatMap(({ key, amountXof, id }) => {
    const text = load.journal.acknowledged.find((one) => one.transactionId === id)?.text ?? "";
    const sats = /"amount_sats":"(\d+) SATS"/.exec(text)?.[1] ?? "";
    known.add(sats);
    const times = settled.filter((amount) => amount === sats).length;
    const paidIn = received.filter((amount) => amount === String(amountXof)).length;
    return [
      ...(times > 1 ? [`${key} was paid out ${times} times`] : []),
      ...(times > paidIn ? [`${key} was paid out before it was paid`] : []),
    ];
  });
  const strange = settled.filter((amount) => !known.has(amount));
  return [...found, ...strange.map((amount) => `${amount} sats went out that nobody ordered`)];
}

/** How often each purchase was paid out, by the sandbox's journal. */
export function payoutsOf({ sandbox }: FaultSystem, load: Load): readonly number[] {
  const settled = sandbox.journal.ofKind("send-settled");
  return load.journal.acknowledged.map(({ text }) => {
    const sats = /"amount_sats":"(\d+) SATS"/.exec(text)?.[1];
    return settled.filter(({ amountSats }) => amountSats === sats).length;
  });
}

/** What a client was told must be there: the purchase with its amount, and the account. */
async function findLostAnswers({ databases }: FaultSystem, load: Load): Promise<readonly string[]> {
  const created = await createdStreams(databases.transactions, "TransactionCreated");
  const accounts = await createdStreams(databases.identity, "AccountRegistered");
  const amounts = new Map(load.purchases.map(({ key, amountXof }) => [key, String(amountXof)]));
  const lost = load.journal.acknowledged.filter(
    ({ key, transactionId }) =>
      !created.has(transactionId) || created.get(transactionId) !== amounts.get(key),
  );
  const known = new Set(load.journal.acknowledged.map(({ transactionId }) => transactionId));
  const unasked = [...created.keys()].filter((id) => !known.has(id));
  return [
    ...lost.map(({ key }) => `${key} was acknowledged and is not there`),
    ...unasked.map((id) => `${id} is there and nobody was told`),
    ...load.journal.registered
      .filter((id) => !accounts.has(id))
      .map((id) => `account ${id} was acknowledged and is not there`),
  ];
}

async function createdStreams(
  database: Database,
  eventType: string,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await database.query<{ id: string; amount: string | null }>(
    CompiledQuery.raw(
      `select stream_id as id, data->>'amountXof' as amount from events where event_type = $1`,
      [eventType],
    ),
  );
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}
