import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { hasMaybeSentTable, listMaybeSent, type MaybeSent } from "./facts-maybe-sent.ts";
import type { IncomingFact } from "./incoming-fact.ts";
import { reactionLimits } from "./limits.ts";
import { hasAnyOf, listLanes, ofEachLane } from "./parked-lanes.ts";

type Log = Pick<Database, "query">;

/** What is `unreadable` or `deterministic` for every release waits for a command: time alone changes nothing. */
export type ParkedCause = "unreadable" | "deterministic" | "transient" | "behind";

export interface ParkedFact {
  readonly group: string;
  readonly factId: string;
  readonly type: string | null;
  readonly aggregateId: string;
  /** Whatever is newer and shares one of them waits behind it. */
  readonly lanes: readonly string[];
  readonly cause: ParkedCause;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: Instant;
  /** `null`: it waits for `replayParked`. */
  readonly dueAt: Instant | null;
  /** `undefined` where nobody said so. */
  readonly maybeSent?: MaybeSent | undefined;
}

/**
 * Why a fact is parked now. `acknowledged` was done before, by a database that is no more. `peer-unavailable` comes again at an even, quick pace. `unknown-version` and `schema-differs`
 * come again slowly: the release that helps is on its way.
 */
export type ParkingCause =
  | ParkedCause
  | "acknowledged"
  | "peer-unavailable"
  | "unknown-version"
  | "schema-differs";

const storedCauses: Readonly<Record<ParkingCause, ParkedCause>> = {
  unreadable: "unreadable",
  deterministic: "deterministic",
  transient: "transient",
  behind: "behind",
  acknowledged: "deterministic",
  "peer-unavailable": "transient",
  "unknown-version": "unreadable",
  "schema-differs": "deterministic",
};

/** Of every fact whose cause is `behind`. */
export const behindReason = "an earlier fact of the aggregate is parked";

/** Of every fact whose cause is `acknowledged`. */
export const acknowledgedReason =
  "handled before, by a database that lost it: money may have been sent; compare with the providers, then replay it";

export interface Parking {
  readonly group: string;
  /** The first is the one that it is shown by. */
  readonly lanes: readonly string[];
  readonly cause: ParkingCause;
  readonly reason: string;
  readonly attempts: number;
}

const parkText = `
insert into parked_facts (group_name, fact_id, lane, log_epoch, transaction_id, position, headers, data,
  cause, reason, attempts, due_at, lanes)
values ($1, $2, ($3::text[])[1], $4, $5, $6, $7, $8, $9, $10, $11,
  clock_timestamp() + make_interval(secs => $12), $3)
on conflict (group_name, fact_id) do nothing`;

/** Parking a fact again changes nothing. */
export async function parkFact(
  database: Log,
  incoming: IncomingFact,
  parking: Parking,
): Promise<void> {
  const { at, headers, data } = incoming;
  await database.query(
    CompiledQuery.raw(parkText, [
      parking.group,
      incoming.factId,
      [...parking.lanes],
      at.logEpoch,
      at.transactionId.toString(),
      at.position,
      JSON.stringify(headers).replaceAll("\\u0000", ""),
      Buffer.from(data),
      storedCause(parking.cause),
      parking.reason,
      parking.attempts,
      dueInSeconds(parking.cause, parking.attempts),
    ]),
  );
}

export function storedCause(cause: ParkingCause): ParkedCause {
  return storedCauses[cause];
}

/** `null` for never. */
export function dueInSeconds(cause: ParkingCause, attempts: number): number | null {
  const { behindRetryMs, parkedRetryMs, parkedRetryMaxMs, peerRetryMs } = reactionLimits;
  if (cause === "unknown-version" || cause === "schema-differs") {
    const doubled = reactionLimits.releaseRetryMs * 2 ** Math.min(Math.max(attempts - 1, 0), 30);
    return Math.min(doubled, parkedRetryMaxMs) / 1_000;
  }
  if (cause === "peer-unavailable") return peerRetryMs / 1_000;
  if (cause === "behind") return behindRetryMs / 1_000;
  if (cause !== "transient") return null;
  // The tries that came before the parking do not count.
  const replays = Math.max(attempts - reactionLimits.attemptsMax, 0);
  const doubled = parkedRetryMs * 2 ** Math.min(replays, 30);
  return Math.min(doubled, parkedRetryMaxMs) / 1_000;
}

const blockedText = `
select wanted.lane from unnest($2::text[]) with ordinality as wanted(lane, place)
where ${ofEachLane(
  "one",
  (lane) => `exists (select from parked_facts as one
    where one.group_name = $1 and ${lane} = wanted.lane)`,
  " or ",
)}
order by wanted.place limit 1`;

/** The first of these lanes in which a fact is parked; `undefined` when nothing holds them back any more. */
export async function findBlockedLane(
  database: Log,
  group: string,
  lanes: readonly string[],
): Promise<string | undefined> {
  const [row] = await database.query<{ lane: string }>(
    CompiledQuery.raw(blockedText, [group, [...lanes]]),
  );
  return row?.lane;
}

/** The ids of those among them that are parked already. */
export async function findParked(
  database: Log,
  group: string,
  facts: readonly Pick<IncomingFact, "factId">[],
): Promise<ReadonlySet<string>> {
  if (facts.length === 0) return new Set();
  const rows = await database.query<{ factId: string }>(
    CompiledQuery.raw(
      `select fact_id as "factId" from parked_facts where group_name = $1 and fact_id = any($2)`,
      [group, facts.map(({ factId }) => factId)],
    ),
  );
  return new Set(rows.map(({ factId }) => factId));
}

export async function measureParked(
  database: Log,
  group: string,
): Promise<{ readonly facts: number; readonly oldestMs: number }> {
  const [row] = await database.query<{ facts: number; oldestMs: number }>(
    CompiledQuery.raw(
      `select count(*)::int as facts,
         coalesce(extract(epoch from clock_timestamp() - min(parked_at)) * 1000, 0)::float8 as "oldestMs"
       from parked_facts where group_name = $1`,
      [group],
    ),
  );
  return row ?? { facts: 0, oldestMs: 0 };
}

const listText = `
select group_name as "group", fact_id as "factId", headers ->> 'ce-type' as "type",
  lane as "aggregateId", ${listLanes("one")} as lanes,
  cause, reason, attempts, parked_at as "parkedAt", due_at as "dueAt"
from parked_facts as one where $1::text is null or group_name = $1
order by group_name, log_epoch, transaction_id, position`;

/** All of them, the oldest first in each group, which is the order of every lane: who looks for money that may have gone takes the list for whole. */
export async function listParked(
  database: Log,
  filter: { readonly group?: string } = {},
): Promise<readonly ParkedFact[]> {
  const facts = await database.query<ParkedFact>(
    CompiledQuery.raw(listText, [filter.group ?? null]),
  );
  if (!(await hasMaybeSentTable(database))) return facts;
  const said = await listMaybeSent(database);
  return facts.map((fact) => {
    const maybeSent = said.get(`${fact.group} ${fact.factId}`);
    return maybeSent === undefined ? fact : { ...fact, maybeSent };
  });
}

const replayText = `
update parked_facts as one set due_at = clock_timestamp()
where group_name = $1 and case when $2::text[] is null then reason <> $3 else ${hasAnyOf("one", "$2")} end
returning fact_id`;

/** What may have been sent stays so, whoever replays it. */
const replayBesideText = `
with again as (
  update facts_maybe_sent as said set due_at = clock_timestamp() from parked_facts as one
  where said.group_name = $1 and one.group_name = said.group_name and one.fact_id = said.fact_id
    and ($2::text[] is null or ${hasAnyOf("one", "$2")})
  returning said.fact_id
), others as (
  update parked_facts as one set due_at = clock_timestamp()
  where group_name = $1 and case when $2::text[] is null then reason <> $3 else ${hasAnyOf("one", "$2")} end
    and not exists (select from facts_maybe_sent as said where said.group_name = one.group_name and said.fact_id = one.fact_id)
  returning fact_id
)
select fact_id from again union all select fact_id from others`;

/** Due as that alone: by `parked_facts` it would be due as one that was not sent. */
const maybeSentText = `
with fact as (
  update parked_facts as one set due_at = null
  where group_name = $1 and reason = $3 and ${hasAnyOf("one", "$2")} returning fact_id
)
insert into facts_maybe_sent (group_name, fact_id, provider, due_at)
select $1, fact_id, $4, clock_timestamp() from fact
on conflict (group_name, fact_id) do update
  set provider = excluded.provider, due_at = excluded.due_at, reason = null, attempts = 0
returning fact_id`;

type Selection = { readonly group: string } & (
  | { readonly aggregateId?: string; readonly maybeSent?: undefined }
  | {
      readonly aggregateId: string;
      /** Over whom; null where there is only one who can have. */
      readonly maybeSent: { readonly provider: string | null };
    }
);

/**
 * Due now; the service replays them in each aggregate's order, up to the first that fails. Those of one aggregate are all that
 * have it as a lane: what goes to it, and what comes from it. What was handled before by a database that lost it is due by its
 * aggregate alone: whoever means all others must not have it paid a second time. With `maybeSent` only that is due, and it is for
 * good: its provider is asked about it, nobody is called, and people say the end where the provider does not. Returns how many.
 */
export async function replayParked(database: Log, selection: Selection): Promise<number> {
  const { group, aggregateId, maybeSent } = selection;
  const hasMaybeSent = await hasMaybeSentTable(database);
  const lanes = aggregateId === undefined ? null : [aggregateId];
  const values: unknown[] = [group, lanes, acknowledgedReason];
  if (maybeSent !== undefined) {
    if (!hasMaybeSent) throw new Error("Nothing is sent from here");
    values.push(maybeSent.provider);
  }
  const besideText = hasMaybeSent ? replayBesideText : replayText;
  const text = maybeSent === undefined ? besideText : maybeSentText;
  return (await database.query(CompiledQuery.raw(text, values))).length;
}
