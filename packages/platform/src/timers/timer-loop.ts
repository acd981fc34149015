import type { Clock, Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { NextRun } from "../loop/next-run.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Timer } from "./timer.ts";

export const timerLimits = {
  pollMs: 250,
  /** What it grows to while none fires; one that a look finds ahead fires at its moment. Shorter than any timer that is ever set. */
  quietPollMs: 5_000,
  claimMs: 15_000,
  batchMax: 50,
} as const;

/** Ends or postpones the timer in the transaction of its effect; one that is neither comes again after `claimMs`. */
export type TimerHandler = (timer: Timer) => Promise<void>;

export interface TimerLoop extends Pick<Loop, "start" | "drain" | "stop" | "wake"> {
  readonly fireDue: () => Promise<number>;
  /** One run: fires what is due, and says when to look again. */
  readonly look: () => Promise<NextRun>;
}

export interface TimerLoopOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<string, TimerHandler>>;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  readonly metrics?: Pick<Metrics, "loops">;
}

const claimText = `
with due as (
  select timer_id from timers
  where due_at <= $1 and (claimed_until is null or claimed_until < $1) and kind = any($3)
  order by due_at limit $4 for update skip locked)
update timers set claimed_until = $1::timestamptz + make_interval(secs => $2)
where timer_id in (select timer_id from due)
returning timer_id as "timerId", kind, subject_id as "subjectId", due_at as "dueAt"`;

interface TimersBase extends Required<Omit<TimerLoopOptions, "handlers">> {
  readonly onClockLeap: (look: () => void) => void;
}

/** Timers as a part of a service's life; `handlers` by kind. */
export function timersPart(
  { database, clock, logger, metrics, onClockLeap }: TimersBase,
  handlers: TimerLoopOptions["handlers"],
): Part {
  const loop = createTimerLoop({ database, clock, logger, metrics, handlers });
  const { start, drain, stop } = loop;
  onClockLeap(loop.wake);
  return { name: "timers", start, drain, stop };
}

/** Of those that are ahead. */
const nextText = `
select (extract(epoch from min(due_at) - $1::timestamptz) * 1000)::float8 as "dueInMs"
from timers where due_at > $1 and kind = any($2)`;

export function createTimerLoop(options: TimerLoopOptions): TimerLoop {
  const { logger, metrics } = options;
  const look = async (): Promise<NextRun> => nextLook(await fireDue(options));
  const loop = createLoop({
    name: "timers",
    work: look,
    idleMs: timerLimits.pollMs,
    quietIdleMs: timerLimits.quietPollMs,
    logger,
    metrics,
  });
  return { ...loop, fireDue: async () => (await fireDue(options)).count, look };
}

interface Fired {
  readonly count: number;
  /** Until the next one that was ahead; null where none was. */
  readonly nextInMs: number | null;
}

/** However many follow each other, looks are no closer than usual. */
function nextLook({ count, nextInMs }: Fired): NextRun {
  if (count > 0) return "at-once";
  return nextInMs === null
    ? "idle"
    : { dueInMs: Math.max(Math.ceil(nextInMs), timerLimits.pollMs) };
}

async function fireDue(options: TimerLoopOptions): Promise<Fired> {
  const { database, clock, handlers } = options;
  const now: Instant = clock.now();
  const kinds = Object.keys(handlers);
  const { claimMs, batchMax } = timerLimits;
  const [due, [next]] = await database.queryEach<[Timer, { readonly dueInMs: number | null }]>([
    CompiledQuery.raw(claimText, [now, claimMs / 1_000, kinds, batchMax]),
    CompiledQuery.raw(nextText, [now, kinds]),
  ]);
  await Promise.all(due.map((timer) => fire(options, timer)));
  return { count: due.length, nextInMs: next?.dueInMs ?? null };
}

async function fire(options: TimerLoopOptions, timer: Timer): Promise<void> {
  try {
    await options.handlers[timer.kind]?.(timer);
  } catch (error) {
    options.logger.error({ error, timer: timer.kind }, "a timer comes again");
  }
}
