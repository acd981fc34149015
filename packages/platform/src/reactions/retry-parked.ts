import { CompiledQuery } from "kysely";
import type { NextRun } from "../loop/next-run.ts";
import { applyFact } from "./apply-fact.ts";
import { claimDue, type ParkedRow, parkedColumns } from "./claim-parked.ts";
import { inFactSpan } from "./fact-spans.ts";
import { findMaybeSent, type MaybeSent, recordMaybeSentFailure } from "./facts-maybe-sent.ts";
import { failureOf, reasonOf } from "./failure.ts";
import type { Handling } from "./handle-fact.ts";
import { settleParked } from "./handled.ts";
import {
  causeOfUnreadable,
  type IncomingFact,
  idsOf,
  incomingFact,
  lanesOf,
  readFact,
} from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";
import {
  acknowledgedReason,
  behindReason,
  dueInSeconds,
  type ParkingCause,
  storedCause,
} from "./parked-facts.ts";
import { hasAnyOf, isFirst, ofEachLane } from "./parked-lanes.ts";
import type { ReadFact } from "./reaction.ts";

const oldestText = (lane: string): string => `(
    select fact_id from parked_facts as oldest where group_name = $1 and ${lane} = wanted.lane
    order by log_epoch, transaction_id, position limit 1)`;

/**
 * Whose money may have gone waits for a person, whatever was ahead of it in its lanes: only a command makes it due. All else that waits for a
 * command is tried again with what it stood behind.
 */
const isReleased = (parameter: string) => `(one.due_at is not null or one.reason <> ${parameter})`;

/** What waits for nothing any more: the oldest in each of these lanes, where they are the first of their other lanes too. */
const freedText = `
select ${parkedColumns} from parked_facts as one
where group_name = $1 and fact_id in (
  select head.fact_id from unnest($2::text[]) as wanted(lane) cross join lateral (
    ${ofEachLane("oldest", oldestText, " union all ")}) as head)
  and ${isReleased("$3")} and ${isFirst("one")}
order by log_epoch, transaction_id, position`;

const dueText = `
update parked_facts as one set due_at = least(due_at, clock_timestamp())
where group_name = $1 and ${hasAnyOf("one", "$2")} and ${isReleased("$3")}`;

const failedText = `
update parked_facts set cause = $3, reason = $4, attempts = $5,
  due_at = clock_timestamp() + make_interval(secs => $6)
where group_name = $1 and fact_id = $2`;

const behindText = `
update parked_facts set cause = $3, reason = $4, lane = ($5::text[])[1], lanes = $5,
  due_at = clock_timestamp() + make_interval(secs => $6)
where group_name = $1 and fact_id = $2`;

/** Each lane in its order, until one fails again. */
export async function retryParked(handling: Handling): Promise<NextRun> {
  const due = await claimDue(handling);
  const replays = await Promise.all(due.map((first) => replayFrom(handling, first)));
  if (replays.length === 0) return "idle";
  // While a peer is unavailable the others that wait for it would only fail as well; it may be back at any moment.
  const isHeldUp = replays.every((replay) => replay === "peer-unavailable");
  return isHeldUp ? { dueInMs: reactionLimits.parkedPollMs } : "at-once";
}

type Replay = "settled" | "failed" | "peer-unavailable";

/** The first, and whatever then waits for nothing any more: no two of that share a lane. Behind one that fails its lanes wait. */
async function replayFrom(handling: Handling, first: ParkedRow): Promise<Replay> {
  let result: Replay = "settled";
  const ready = [first];
  for (let row = ready.shift(); row !== undefined; row = ready.shift()) {
    const replay = await replayOne(handling, row);
    if (replay !== "settled") result = replay;
    if (handling.isLeaving()) {
      if (replay === "settled") ready.push(row);
      await releaseLanes(handling, ready);
      break;
    }
    if (replay === "settled") {
      const known = new Set(ready.map(({ factId }) => factId));
      const freed = await findFreed(handling, row);
      ready.push(...freed.filter(({ factId }) => !known.has(factId)));
    }
  }
  return result;
}

/**
 * Where two replays settle at the same time what one fact waits for, both may find it, and `handled` refuses the second effect; one
 * that neither found would wait until it is due.
 */
async function findFreed(
  { database, group, parkedLanes }: Handling,
  settled: ParkedRow,
): Promise<readonly ParkedRow[]> {
  const freed = await database.query<ParkedRow>(
    CompiledQuery.raw(freedText, [group, [...settled.lanes], acknowledgedReason]),
  );
  if (freed.length === 0) for (const lane of settled.lanes) parkedLanes.delete(lane);
  return freed;
}

/** The rest of the lanes is due for whoever goes on. */
async function releaseLanes(
  { database, group }: Handling,
  rows: readonly ParkedRow[],
): Promise<void> {
  const lanes = [...new Set(rows.flatMap((row) => row.lanes))];
  const values = [group, lanes, acknowledgedReason];
  await database.query(CompiledQuery.raw(dueText, values));
}

function replayOne(handling: Handling, row: ParkedRow): Promise<Replay> {
  const incoming = incomingFact(row.headers, row.data, row.factId);
  return inFactSpan({ ...handling, delivery: "parked" }, incoming, (traced) =>
    replayIncoming(handling, row, traced),
  );
}

async function replayIncoming(
  handling: Handling,
  row: ParkedRow,
  incoming: IncomingFact,
): Promise<Replay> {
  const { database, group } = handling;
  const { factId } = row;
  const reading = readFact(handling.reactions, incoming);
  const maybeSent = await saidOf(handling, row);
  if (maybeSent === "settled") return "settled";
  const failing = { ...row, maybeSent };
  if (reading.kind === "unreadable") {
    await recordFailure(handling, failing, causeOfUnreadable(reading), reading.reason);
    return "failed";
  }
  const { attributes } = reading;
  try {
    const fact = maybeSent === undefined ? reading.fact : asMaybeSent(reading.fact, maybeSent);
    const lanes = lanesOf(incoming, reading);
    const mark = { reaction: fact.reaction, factId, group, lanes };
    const settled = settleParked(mark);
    const applied = await handling.unavailablePeers.during(fact.reaction, () =>
      applyFact(database, fact, attributes, settled),
    );
    if (applied === "behind") {
      await recordBehind(handling, failing, lanes);
      return "failed";
    }
    // It was handled before; then its row is still there and goes now.
    await database.query(
      CompiledQuery.raw("delete from parked_facts where group_name = $1 and fact_id = $2", [
        group,
        factId,
      ]),
    );
    const { type } = attributes;
    const ids = idsOf(attributes);
    handling.logger.info({ group, factId, type, ...ids }, "a parked fact is handled");
    return "settled";
  } catch (error) {
    const failure = failureOf(error);
    handling.countFailure(failure);
    // A database that is away leaves the row as it is: the claim runs out and it comes again.
    if (failure !== "away") await recordFailure(handling, failing, failure, reasonOf(error));
    return failure === "peer-unavailable" ? "peer-unavailable" : "failed";
  }
}

/** Asked right before it is done, and of each: it may have become due in any way. */
async function saidOf(
  { database, group, sendsMoney }: Handling,
  { factId }: ParkedRow,
): Promise<MaybeSent | undefined | "settled"> {
  return sendsMoney ? findMaybeSent(database, group, factId) : undefined;
}

/** The same fact, by which nothing is sent. Throws where its reaction knows nothing of that, and would send it. */
function asMaybeSent(fact: ReadFact, { provider }: MaybeSent): ReadFact {
  const { sendsMoney, reactMaybeSent } = fact;
  if (!sendsMoney) return fact;
  if (reactMaybeSent === undefined) throw new RangeError(`${fact.reaction} sends it, or nothing`);
  return {
    ...fact,
    react: (input) => reactMaybeSent({ ...input, provider: provider ?? undefined }),
  };
}

interface FailingRow extends ParkedRow {
  readonly maybeSent: MaybeSent | undefined;
}

/** Its lanes are those that it has by what is known now. */
async function recordBehind(
  { database, group }: Handling,
  { factId, maybeSent }: FailingRow,
  lanes: readonly string[],
): Promise<void> {
  if (maybeSent !== undefined) {
    const [reason, dueInS] = [behindReason, dueInSeconds("behind", 0)];
    const { attempts } = maybeSent;
    await recordMaybeSentFailure(database, { group, factId }, { reason, attempts, dueInS });
    return;
  }
  const values = [
    group,
    factId,
    storedCause("behind"),
    behindReason,
    [...lanes],
    dueInSeconds("behind", 0),
  ];
  await database.query(CompiledQuery.raw(behindText, values));
}

async function recordFailure(
  handling: Handling,
  { factId, ...row }: FailingRow,
  cause: ParkingCause,
  reason: string,
): Promise<void> {
  const { database, group } = handling;
  const attempts = (row.maybeSent ?? row).attempts + 1;
  const dueInS = dueInSeconds(cause, attempts);
  if (row.maybeSent === undefined) {
    const values = [group, factId, storedCause(cause), reason, attempts, dueInS];
    await database.query(CompiledQuery.raw(failedText, values));
  } else {
    await recordMaybeSentFailure(database, { group, factId }, { reason, attempts, dueInS });
  }
  const level = cause === "peer-unavailable" ? "debug" : "warn";
  handling.logger[level]({ group, factId, cause, reason, attempts }, "a replay failed");
}
