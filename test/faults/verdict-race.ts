import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { Ending } from "./ending.ts";
import type { Deal, Load } from "./load.ts";
import { type End, type LegName, legs } from "./race-legs.ts";
import type { FaultSystem } from "./system.ts";
import type { Staff } from "./two-of-the-staff.ts";

const limits = { unknownWithinMs: 60_000, pauseMsMax: 60 } as const;

const moments = ["before", "between", "behind", "once carried out"] as const;
/** When the provider answers: before the proposal, between it and the approval, right behind, or behind what follows. */
type Moment = (typeof moments)[number];

/** One order in the race. */
export interface Entry {
  readonly deal: Deal;
  readonly leg: LegName;
  readonly truth: End;
  readonly said: End;
  readonly answered: Moment;
  readonly isWithdrawn: boolean;
  readonly isDoubled: boolean;
}

/** So many orders of each leg and truth; half of the verdicts are false. */
export function drawEntries(
  load: Load,
  {
    legNames,
    each,
    random,
  }: {
    readonly legNames: readonly LegName[];
    readonly each: number;
    readonly random: () => number;
  },
): readonly Entry[] {
  const [person] = load.people;
  if (person === undefined) throw new Error("Nobody was signed up");
  const ends: readonly End[] = ["arrived", "never"];
  return legNames.flatMap((leg) =>
    ends.flatMap((truth) => {
      const order = legs[leg].orders[truth];
      if (order === undefined) return [];
      return Array.from({ length: each }, (): Entry => {
        const isFalse = random() < 1 / 2;
        return {
          deal: load.begin(person, order),
          leg,
          truth,
          said: isFalse === (truth === "arrived") ? "never" : "arrived",
          answered: moments[Math.floor(random() * moments.length)] ?? "before",
          isWithdrawn: random() < 0.3,
          isDoubled: random() < 0.5,
        };
      });
    }),
  );
}

/** Takes the calls of these legs and answers nobody, from now on. */
export function silence({ sandbox }: FaultSystem, legNames: readonly LegName[]): void {
  const silent = new Set(legNames.flatMap((name) => legs[name].silent));
  sandbox.callbacks.change({ copies: 0 });
  sandbox.control.decideFaults((operation) => {
    if (!silent.has(operation)) return undefined;
    const isQuestion = /\.(read|track)$/.test(operation);
    return isQuestion ? { mode: "http-500", acts: false } : { mode: "reset", acts: true };
  });
}

/** An attempt in the race. */
export interface Attempt {
  readonly key: string;
  readonly subjectId: string;
  readonly calls: number;
  readonly isCalled: boolean;
  readonly isInReview: boolean;
  readonly isConcluded: boolean;
  /** What the node knows it by. */
  readonly naturalKey: string | null;
}

const attemptsText = `
select attempt_id::text as key, subject_id::text as "subjectId", calls, called_at is not null as "isCalled",
  reviewed_at is not null as "isInReview", concluded_at is not null as "isConcluded",
  natural_key as "naturalKey"
from attempts join events on stream_id = subject_id and version = 1
where data->>'transactionId' = $1 and kind = $2 order by attempt_number`;

/** The attempts of an entry's leg, the first one first. */
function readAttempts(
  { databases }: FaultSystem,
  { deal, leg }: Entry,
): Promise<readonly Attempt[]> {
  const { service, kind } = legs[leg];
  return databases[service].query<Attempt>(CompiledQuery.raw(attemptsText, [deal.id, kind]));
}

/** Waits until every call was made, lets an hour pass, and waits until a person is asked about each. */
export async function awaitReviews(
  system: FaultSystem,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, Attempt>> {
  const firsts = async () =>
    Promise.all(entries.map(async (entry) => (await readAttempts(system, entry))[0]));
  await eventually(
    "every call was made",
    async () => (await firsts()).every((attempt) => attempt?.isCalled === true),
    limits.unknownWithinMs,
  );
  const older = `update attempts set created_at = created_at - interval '1 hour', called_at = called_at - interval '1 hour', next_at = now()
    where subject_id = any($1) and reviewed_at is null and state in ('open', 'unknown') and lease_owner is null`;
  await eventually(
    "a person is asked about each",
    async () => {
      const open = (await firsts()).flatMap((attempt) =>
        attempt === undefined || attempt.isInReview ? [] : [attempt.subjectId],
      );
      const { payments, payouts } = system.databases;
      for (const database of [payments, payouts]) {
        await database.query(CompiledQuery.raw(older, [open]));
      }
      return open.length === 0;
    },
    limits.unknownWithinMs,
  );
  const found = await firsts();
  return new Map(
    entries.flatMap((entry, at) => {
      const attempt = found[at];
      return attempt === undefined ? [] : [[entry, attempt] as const];
    }),
  );
}

/** The provider's answer comes: the status of every attempt of it is checked now. */
export async function answer(
  { databases }: FaultSystem,
  entry: Entry,
  { subjectId }: Attempt,
): Promise<void> {
  const text =
    "update attempts set next_at = now() where subject_id = $1 and called_at is not null";
  await databases[legs[entry.leg].service].query(CompiledQuery.raw(text, [subjectId]));
}

/** Two of the staff decide about one order, as the entry says, while its provider answers when the entry says. */
export async function decideInRace(
  system: FaultSystem,
  staff: Staff,
  {
    entry,
    attempt,
    random,
  }: {
    readonly entry: Entry;
    readonly attempt: Attempt;
    readonly random: () => number;
  },
): Promise<void> {
  const pause = () => wait(random() * limits.pauseMsMax);
  const reference = referenceOf(system, entry, attempt);
  const found = await staff.caseOf(`${entry.deal.id}`);
  const propose = () => staff.propose(found, entry.said, reference);
  const answerIf = async (moment: Moment) => {
    if (entry.answered === moment) await answer(system, entry, attempt);
    await pause();
  };
  await answerIf("before");
  let proposal = await propose();
  if (entry.isWithdrawn) {
    await staff.withdraw(found, proposal);
    proposal = await propose();
  }
  await answerIf("between");
  const approvals = Array.from({ length: entry.isDoubled ? 2 : 1 }, () =>
    staff.approve(found, proposal),
  );
  await Promise.all(approvals);
  await answerIf("behind");
  if (entry.answered !== "once carried out") return;
  await eventually("the verdict is carried out", async () =>
    (await readAttempts(system, entry)).some(({ isConcluded }) => isConcluded),
  );
  await answerIf("once carried out");
}

/** As the provider names the money; where it has none, somebody made one up. */
function referenceOf({ sandbox }: FaultSystem, { leg, truth }: Entry, { key }: Attempt): string {
  const receipt = sandbox.journal.ofKind("money-received").find((one) => one.key === key);
  if (leg === "collection" && truth === "arrived") return receipt?.receiptId ?? "";
  return `by-hand-${key.slice(0, 8)}`;
}

/** How the race ended for one order. */
export interface Outcome {
  readonly entry: Entry;
  readonly attempt: Attempt;
  readonly isApproved: boolean;
  /** The verdict ended the leg; otherwise its provider was first. */
  readonly isConcluded: boolean;
  readonly isContradicted: boolean;
  readonly isCalledAgain: boolean;
}

const approvedText = `
select data->'concludes'->>'subjectId' as id from events where event_type = 'CaseVerdictApproved'`;

/** Once nothing moves any more. From here on the right endings of the orders are known. */
export async function readOutcomes(
  system: FaultSystem,
  attempts: ReadonlyMap<Entry, Attempt>,
): Promise<readonly Outcome[]> {
  const rows = await system.databases.transactions.query<{ id: string }>(
    CompiledQuery.raw(approvedText),
  );
  const approved = new Set(rows.map(({ id }) => id));
  return Promise.all(
    [...attempts].map(async ([entry, before]) => {
      const all = await readAttempts(system, entry);
      const isApproved = approved.has(before.subjectId);
      const isConcluded = all.some((one) => one.isConcluded);
      const outcome = {
        entry,
        attempt: before,
        isApproved,
        isConcluded,
        isContradicted: isApproved && entry.said !== entry.truth,
        isCalledAgain:
          all.find(({ key }) => key === before.key)?.calls !== before.calls ||
          all.at(-1)?.isConcluded !== isConcluded,
      };
      entry.deal.endings = endingsOf(outcome);
      return outcome;
    }),
  );
}

/** What its provider denies is held where nobody was asked to send yet, until somebody decides. */
function endingsOf(outcome: Outcome): readonly Ending[] {
  const ending = endingOf(outcome);
  const { entry, isConcluded, isContradicted } = outcome;
  const isDenied = entry.leg === "collection" && entry.said === "arrived" && isContradicted;
  return isDenied && isConcluded ? [ending, { ...ending, status: "PROCESSING" }] : [ending];
}

function endingOf({ entry: { leg, said, truth }, isConcluded, isContradicted }: Outcome): Ending {
  const ending = legs[leg].endings[isConcluded ? said : truth];
  const contradiction = isContradicted ? (["contradicting-facts"] as const) : [];
  const reviews = [...ending.reviews, ...contradiction, "outcome-unknown" as const];
  return { ...ending, reviews: reviews.toSorted() };
}

export function describeOutcome({ entry, attempt: _attempt, ...is }: Outcome): string {
  const { leg, truth, said, answered, deal } = entry;
  const story = `${deal.key} ${leg} ${truth}, said ${said}, answered ${answered}`;
  return `${story}: ${Object.entries(is)
    .flatMap(([name, value]) => (value ? [name] : []))
    .join(" ")}`;
}
