import { CompiledQuery } from "kysely";
import { findIllegalLogs } from "../faults/checks/find-illegal-logs.ts";
import { findMoneyDifferences } from "../faults/checks/find-money-differences.ts";
import { findProjectionDifferences } from "../faults/checks/find-projection-differences.ts";
import { findStatementDifferences } from "../faults/checks/find-statement-differences.ts";
import { readEventLogs } from "../faults/checks/read-event-logs.ts";
import { nodeJournalOf } from "./node-journal.ts";
import type { NodeWorld } from "./node-world.ts";

interface SentRow {
  readonly payoutId: string;
  readonly key: string;
  readonly isSettled: boolean;
}

/** Every attempt to send. */
const sentText = `
select subject_id::text as "payoutId", natural_key as key, state = 'settled' as "isSettled"
from attempts where natural_key like 'lightning:%' or natural_key like 'chain:%'`;

/**
 * What may never be between the node's own records and our logs, one sentence each: paid twice, paid and given back, paid
 * or taken otherwise than booked, books that do not balance. Last comes what our own comparison with the node's statement
 * finds.
 */
export async function findNodeFaults(world: NodeWorld): Promise<readonly string[]> {
  const { system, startedAt } = world;
  // A payment that the node calls in flight for ever never settles.
  await system.settled().catch(() => undefined);
  const logs = await readEventLogs(system);
  const journal = await nodeJournalOf(world);
  const { databases } = system;
  const arrived = journal.ofKind("send-settled").map(({ sendId }) => sendId);
  return [
    ...(await findMoneyDifferences({ sandbox: { journal }, databases }, logs)),
    ...(await findAttemptFaults(world, new Set(arrived))),
    ...findIllegalLogs(logs),
    ...(await findProjectionDifferences(system)),
    ...(await findStatementDifferences(system, startedAt)),
  ];
}

/** What arrived is what an attempt of ours settled, once for each payout. */
async function findAttemptFaults(
  { system }: NodeWorld,
  arrived: ReadonlySet<string>,
): Promise<readonly string[]> {
  const sent = await system.databases.payouts.query<SentRow>(CompiledQuery.raw(sentText));
  const ours = new Set(sent.map(({ key }) => key));
  const settled = new Set(
    sent.flatMap(({ payoutId, key, isSettled }) => (isSettled ? [`${payoutId} ${key}`] : [])),
  );
  return [
    ...[...arrived].filter((key) => !ours.has(key)).map((key) => `${key} was paid for nobody`),
    ...[...Map.groupBy(sent, ({ payoutId }) => payoutId)].flatMap(([payoutId, attempts]) => {
      const count = new Set(attempts.map(({ key }) => key).filter((key) => arrived.has(key))).size;
      return count > 1 ? [`${payoutId} was paid ${count} times`] : [];
    }),
    ...sent.flatMap(({ payoutId, key, isSettled }) => {
      // An invoice that was refused once can be tried again under its hash.
      if (!isSettled && settled.has(`${payoutId} ${key}`)) return [];
      const isRight = isSettled === arrived.has(key);
      return isRight ? [] : [`${payoutId}: the node says otherwise of ${key}`];
    }),
  ];
}
