import { CompiledQuery } from "kysely";
import type { NextRun } from "../loop/next-run.ts";
import { applyFact } from "./apply-fact.ts";
import { inFactSpan } from "./fact-spans.ts";
import { failureOf, reasonOf } from "./failure.ts";
import type { Handling } from "./handle-fact.ts";
import { settleParked } from "./handled.ts";
import {
  causeOfUnreadable,
  type IncomingFact,
  idsOf,
  incomingFact,
  readFact,
} from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";
import { dueInSeconds, type ParkingCause, storedCause } from "./parked-facts.ts";

interface ParkedRow {
  readonly factId: string;
  readonly lane: string;
  readonly headers: Record<string, string>;
  readonly data: Buffer;
  readonly attempts: number;
}

const columns = `fact_id as "factId", lane, headers, data, attempts`;

/** What 0.1.0 did not know it parked for ever; a release that does know it may be this one. Ours are due again by themselves. */
const givenUpBefore = `due_at is null and cause = 'unreadable' and reason ~ '^no (reaction to|schema for) '`;

/** The first of each lane, when it is due; the others wait behind it. */
const claimText = `
update parked_facts set due_at = clock_timestamp() + make_interval(secs => $2)
where group_name = $1 and fact_id in (
  select fact_id from parked_facts as one
  where group_name = $1 and (due_at <= clock_timestamp() or ${givenUpBefore}) and not exists (
    select from parked_facts as ahead
    where ahead.group_name = one.group_name and ahead.lane = one.lane
      and (ahead.log_epoch, ahead.transaction_id, ahead.position)
        < (one.log_epoch, one.transaction_id, one.position))
  order by due_at limit $3 for update skip locked)
returning ${columns}`;

const nextText = `
select ${columns} from parked_facts where group_name = $1 and lane = $2
order by log_epoch, transaction_id, position limit 1`;

const dueText = `
update parked_facts set due_at = least(due_at, clock_timestamp()) where group_name = $1 and lane = $2`;

const failedText = `
update parked_facts set cause = $3, reason = $4, attempts = $5,
  due_at = clock_timestamp() + make_interval(secs => $6)
where group_name = $1 and fact_id = $2`;

/** Lane by lane, each in its order, until one fails again. */
export async function retryParked(handling: Handling): Promise<NextRun> {
  const { database, group } = handling;
  const due = await database.query<ParkedRow>(
    CompiledQuery.raw(claimText, [
      group,
      reactionLimits.parkedClaimMs / 1_000,
      reactionLimits.parkedBatchMax,
    ]),
  );
  const replays = await Promise.all(due.map((first) => replayLane(handling, first)));
  if (replays.length === 0) return "idle";
  // While a peer is unavailable the others that wait for it would only fail as well; it may be back at any moment.
  const isHeldUp = replays.every((replay) => replay === "peer-unavailable");
  return isHeldUp ? { dueInMs: reactionLimits.parkedPollMs } : "at-once";
}

type Replay = "settled" | "failed" | "peer-unavailable";

async function replayLane(handling: Handling, first: ParkedRow): Promise<Replay> {
  const { database, group } = handling;
  let row: ParkedRow | undefined = first;
  while (row !== undefined) {
    const replay = await replayOne(handling, row);
    if (replay !== "settled") return replay;
    if (handling.isLeaving()) return leaveLane(handling, row.lane);
    [row] = await database.query<ParkedRow>(CompiledQuery.raw(nextText, [group, row.lane]));
  }
  handling.parkedLanes.delete(first.lane);
  return "settled";
}

/** The rest of the lane is due for whoever goes on. */
async function leaveLane({ database, group }: Handling, lane: string): Promise<Replay> {
  await database.query(CompiledQuery.raw(dueText, [group, lane]));
  return "settled";
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
  if (reading.kind === "unreadable") {
    await recordFailure(handling, row, causeOfUnreadable(reading), reading.reason);
    return "failed";
  }
  const { fact, attributes } = reading;
  try {
    const settled = settleParked({ reaction: fact.reaction, factId, group });
    const applied = await handling.unavailablePeers.during(fact.reaction, () =>
      applyFact(database, fact, attributes, settled),
    );
    if (applied === "behind") return "failed";
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
    if (failure !== "away") await recordFailure(handling, row, failure, reasonOf(error));
    return failure === "peer-unavailable" ? "peer-unavailable" : "failed";
  }
}

async function recordFailure(
  handling: Handling,
  row: ParkedRow,
  cause: ParkingCause,
  reason: string,
): Promise<void> {
  const attempts = row.attempts + 1;
  await handling.database.query(
    CompiledQuery.raw(failedText, [
      handling.group,
      row.factId,
      storedCause(cause),
      reason,
      attempts,
      dueInSeconds(cause, attempts),
    ]),
  );
  const { group } = handling;
  const level = cause === "peer-unavailable" ? "debug" : "warn";
  handling.logger[level]({ group, factId: row.factId, cause, reason, attempts }, "a replay failed");
}
