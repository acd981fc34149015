import type { Clock, Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Part } from "../lifecycle/lifecycle.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import { untilNone } from "../loop/next-run.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Timer } from "./timer.ts";

export const timerLimits = {
  pollMs: 250,
  /** What it grows to while none fires: so late may one be at most. */
  quietPollMs: 1_000,
  claimMs: 15_000,
  batchMax: 50,
} as const;

/** Ends or postpones the timer in the transaction of its effect; one that is neither comes again after `claimMs`. */
export type TimerHandler = (timer: Timer) => Promise<void>;

export interface TimerLoop extends Pick<Loop, "start" | "drain" | "stop"> {
  readonly fireDue: () => Promise<number>;
}

export interface TimerLoopOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<string, TimerHandler>>;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  readonly metrics?: Pick<Metrics, "loops">;
}

const claimText = `
update timers set claimed_until = $1::timestamptz + make_interval(secs => $2)
where timer_id in (
  select timer_id from timers
  where due_at <= $1 and (claimed_until is null or claimed_until < $1) and kind = any($3)
  order by due_at limit $4 for update skip locked)
returning timer_id as "timerId", kind, subject_id as "subjectId", due_at as "dueAt"`;

/** Timers as a part of a service's life; `handlers` by kind. */
export function timersPart(
  { database, clock, logger, metrics }: Required<Omit<TimerLoopOptions, "handlers">>,
  handlers: TimerLoopOptions["handlers"],
): Part {
  const { start, drain, stop } = createTimerLoop({ database, clock, logger, metrics, handlers });
  return { name: "timers", start, drain, stop };
}

export function createTimerLoop(options: TimerLoopOptions): TimerLoop {
  const { logger, metrics } = options;
  const fire = () => fireDue(options);
  const loop = createLoop({
    name: "timers",
    work: untilNone(fire),
    idleMs: timerLimits.pollMs,
    quietIdleMs: timerLimits.quietPollMs,
    logger,
    metrics,
  });
  return { ...loop, fireDue: fire };
}

async function fireDue(options: TimerLoopOptions): Promise<number> {
  const { database, clock, handlers } = options;
  const now: Instant = clock.now();
  const due = await database.query<Timer>(
    CompiledQuery.raw(claimText, [
      now,
      timerLimits.claimMs / 1_000,
      Object.keys(handlers),
      timerLimits.batchMax,
    ]),
  );
  await Promise.all(due.map((timer) => fire(options, timer)));
  return due.length;
}

async function fire(options: TimerLoopOptions, timer: Timer): Promise<void> {
  try {
    await options.handlers[timer.kind]?.(timer);
  } catch (error) {
    options.logger.error({ error, timer: timer.kind }, "a timer comes again");
  }
}
