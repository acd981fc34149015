import { setTimeout as wait } from "node:timers/promises";
import type { Mishap, Operation, Sandbox } from "@sanu/sandbox";
import type { LogReader } from "./databases/log-reader.ts";
import { isLongRun } from "./seed.ts";

const minuteMs = 60_000;
const limits = { pollMs: 10, realMsMax: 60_000 } as const;

/** The operations of one rail of the sandbox: what moves money, and what tells how it ended. */
export interface RailOperations {
  readonly calls: readonly Operation[];
  readonly questions: readonly Operation[];
}

type Decide = Parameters<Sandbox["control"]["decideFaults"]>[0];

/** A provider that is away in part; `decide` makes its faults anew for each run. */
export interface Outage {
  readonly kind: string;
  readonly decide: (rail: RailOperations) => Decide;
}

const broken: Mishap = { mode: "http-500", acts: false };

export const partialOutages: readonly Outage[] = [
  {
    kind: "calls fail and status works",
    decide:
      ({ calls }) =>
      (operation) =>
        calls.includes(operation) ? broken : undefined,
  },
  {
    kind: "calls work unheard and status fails",
    decide:
      ({ calls, questions }) =>
      (operation) => {
        if (calls.includes(operation)) return { mode: "reset", acts: true };
        return questions.includes(operation) ? broken : undefined;
      },
  },
  {
    kind: "both fail",
    decide:
      ({ calls, questions }) =>
      (operation) =>
        calls.includes(operation) || questions.includes(operation) ? broken : undefined,
  },
  {
    kind: "one in three works",
    decide({ calls, questions }) {
      let count = 0;
      return (operation) => {
        if (!calls.includes(operation) && !questions.includes(operation)) return undefined;
        count += 1;
        return count % 3 === 0 ? undefined : broken;
      };
    },
  },
];

/** Every kind of outage for five minutes; in the long run for two hours and three days as well. */
export const lastingOutages = [
  { long: "5 minutes", lastsMs: 5 * minuteMs },
  ...(isLongRun()
    ? [
        { long: "2 hours", lastsMs: 120 * minuteMs },
        { long: "3 days", lastsMs: 72 * 60 * minuteMs },
      ]
    : []),
].flatMap((duration) => partialOutages.map((outage) => ({ ...duration, ...outage })));

/** Lets so much time pass for the attempts of a payment or payout, as fast as they are driven, or until one has settled. */
export async function liveFor(
  { rows }: Pick<LogReader, "rows">,
  subjectId: string,
  ms: number,
): Promise<void> {
  const endsAtMs = performance.now() + limits.realMsMax;
  for (let passedMs = 0; passedMs < ms && performance.now() < endsAtMs; await wait(limits.pollMs)) {
    passedMs += await passUntilDue({ rows }, subjectId);
    const text = "select 1 from attempts where subject_id = $1 and state = 'settled'";
    if ((await rows(text, subjectId)).length > 0) return;
  }
}

/** The clock goes to the next moment at which an attempt is due, once nobody holds it. Returns by how much. */
async function passUntilDue({ rows }: Pick<LogReader, "rows">, subjectId: string): Promise<number> {
  const moments = ["created_at", "called_at", "not_found_at", "reviewed_at"];
  const older = moments.map((moment) => `${moment} = ${moment} - (next_at - now())`);
  const [row] = await rows<{ ms: number }>(
    `update attempts set ${older.join(", ")}, next_at = now() from (
        select attempt_id, extract(epoch from next_at - now())::float8 * 1000 as ms from attempts
        where subject_id = $1 and next_at > now() and lease_owner is null for update
      ) as due where due.attempt_id = attempts.attempt_id returning due.ms`,
    subjectId,
  );
  return row?.ms ?? 0;
}
