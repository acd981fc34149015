import { attemptKey } from "@sanu/attempts";
import type { JournalEntry } from "@sanu/sandbox";
import { CompiledQuery } from "kysely";
import type { FaultSystem } from "./system.ts";

interface AttemptRow {
  readonly subjectId: string;
  readonly attemptNumber: number;
  readonly state: string;
  /** `lightning:<payment hash>`, `chain:<txid>`; null where nothing was prepared. */
  readonly naturalKey: string | null;
}

const attemptsText = `
select subject_id::text as "subjectId", attempt_number as "attemptNumber", state,
  natural_key as "naturalKey" from attempts order by attempt_number`;

interface FailureRow {
  readonly paymentId: string;
  readonly failedAt: string;
}

const failuresText = `
select stream_id::text as "paymentId", data->>'failedAt' as "failedAt"
from events where event_type = 'PaymentFailed'`;

/**
 * What was given up before the provider had said a definite "no", collected or paid out twice, or has no end,
 * by the sandbox's journal; for loads whose payers pay once. Call it when nothing is under way any more.
 */
export async function findEarlyEnds({
  databases,
  sandbox,
}: FaultSystem): Promise<readonly string[]> {
  const { journal } = sandbox;
  const sends = await databases.payouts.query<AttemptRow>(CompiledQuery.raw(attemptsText));
  const collections = await databases.payments.query<AttemptRow>(CompiledQuery.raw(attemptsText));
  const failures = await databases.payments.query<FailureRow>(CompiledQuery.raw(failuresText));
  const ofSends = readSends(journal.all());
  return [
    ...[...sends, ...collections].flatMap(({ subjectId, state }) =>
      ["settled", "rejected"].includes(state) ? [] : [`${subjectId} is still ${state}`],
    ),
    ...collections.flatMap(({ subjectId, attemptNumber }) =>
      attemptNumber > 1 ? [`${subjectId} was collected in ${attemptNumber} attempts`] : [],
    ),
    ...findTwiceCollected(journal.all()),
    ...failures.flatMap((failure) => (saysNo(journal.all(), failure) ? [] : [early(failure)])),
    ...sendsBySubject(sends).flatMap((attempts) => findEarlySends(attempts, ofSends)),
  ];
}

const early = ({ paymentId }: FailureRow) => `${paymentId} failed before its provider said so`;

function saysNo(entries: readonly JournalEntry[], { paymentId, failedAt }: FailureRow): boolean {
  const key = attemptKey("collection", paymentId, 1);
  return entries.some(
    (entry) => entry.kind === "payment-failed" && entry.key === key && entry.at <= failedAt,
  );
}

function findTwiceCollected(entries: readonly JournalEntry[]): readonly string[] {
  const receipts = entries.filter((entry) => entry.kind === "money-received");
  const times = Map.groupBy(receipts, ({ key }) => key);
  return [...times].flatMap(([key, { length }]) =>
    length > 1 ? [`${key} was collected ${length} times`] : [],
  );
}

/** When the node began a send and when it was over, in the order of its journal. */
interface SendOnNode {
  readonly begunAt: number;
  readonly failedAt: number | undefined;
  readonly settled: number;
}

function readSends(entries: readonly JournalEntry[]): ReadonlyMap<string, SendOnNode> {
  const sends = new Map<string, SendOnNode>();
  for (const entry of entries) {
    if (entry.kind === "send-accepted") {
      sends.set(entry.sendId, { begunAt: entry.seq, failedAt: undefined, settled: 0 });
      continue;
    }
    if (entry.kind !== "send-failed" && entry.kind !== "send-settled") continue;
    const send = sends.get(entry.sendId);
    if (send === undefined) continue;
    const isFailed = entry.kind === "send-failed";
    const settled = send.settled + (isFailed ? 0 : 1);
    sends.set(entry.sendId, { ...send, settled, failedAt: isFailed ? entry.seq : send.failedAt });
  }
  return sends;
}

function sendsBySubject(rows: readonly AttemptRow[]): readonly (readonly AttemptRow[])[] {
  return [...Map.groupBy(rows, ({ subjectId }) => subjectId).values()];
}

/** The attempts of one payout in their order: none began before the one before it had failed, one settled. */
function findEarlySends(
  attempts: readonly AttemptRow[],
  sends: ReadonlyMap<string, SendOnNode>,
): readonly string[] {
  const onNode = attempts.map(({ naturalKey }) => sends.get(naturalKey?.split(":")[1] ?? ""));
  const subject = attempts[0]?.subjectId;
  const settled = onNode.reduce((sum, send) => sum + (send?.settled ?? 0), 0);
  const unproven = attempts.filter(
    ({ state }, index) => state === "rejected" && onNode[index]?.failedAt === undefined,
  );
  const early = onNode.filter((send, index) => {
    const before = onNode[index - 1];
    return index > 0 && send !== undefined && !(Number(before?.failedAt) < send.begunAt);
  });
  return [
    ...(settled > 1 ? [`${subject} was paid out ${settled} times`] : []),
    ...unproven.map(({ attemptNumber }) => `${subject} gave up its attempt ${attemptNumber}`),
    ...early.map(() => `${subject} was sent again before the attempt before had failed`),
  ];
}
