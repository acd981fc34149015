import { type Clock, type Instant, instantOfEpochMs, steadyNowMs, systemClock } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop } from "../loop/create-loop.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { clockLimits } from "./limits.ts";

/** This machine was paused, or its clock leapt: the moment is not known until the database has said it. */
export class ClockUncertainError extends Error {
  override readonly name = "ClockUncertainError";
}

export interface DatabaseClock extends Clock {
  readonly start: () => Promise<void>;
  /** Asks the database now, for who has just moved its clock. */
  readonly measure: () => Promise<void>;
  /** Calls `look` when the moment has leapt on, as behind a pause of the machine: what waited for a later one may be due. */
  readonly onLeap: (look: () => void) => void;
  readonly stop: () => Promise<void>;
  readonly trouble: () => string | undefined;
  readonly skewMs: () => number;
}

interface ReadClocks {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
  readonly steadyMs: () => number;
}

export interface DatabaseClockOptions {
  readonly database: Pick<Database, "query">;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops" | "watch">;
  readonly clocks?: ReadClocks;
}

interface Measurement {
  readonly databaseMs: number;
  readonly monotonicMs: number;
  /** By how much steady time was ahead of the monotonic clock: more of it later is a pause. */
  readonly pausedMs: number;
  readonly roundTripMs: number;
}

const nowText = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now";
const ownClocks: ReadClocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  steadyMs: steadyNowMs,
};

/** Throws while no answer is quick enough. */
async function measure(
  database: Pick<Database, "query">,
  { monotonicMs, steadyMs }: ReadClocks,
): Promise<Measurement> {
  for (let time = 1; time <= clockLimits.measurementsMax; time += 1) {
    const from = monotonicMs();
    const pausedMs = steadyMs() - from;
    const [row] = await database.query<{ now: number }>(CompiledQuery.raw(nowText, []));
    if (row === undefined) throw new Error("The database said no moment");
    const roundTripMs = monotonicMs() - from;
    if (roundTripMs > clockLimits.roundTripMaxMs) continue;
    const halfWayMs = from + roundTripMs / 2;
    return { databaseMs: row.now, monotonicMs: halfWayMs, pausedMs, roundTripMs };
  }
  throw new Error("The database says the moment too slowly");
}

const momentOf = (at: Measurement, monotonicMs: number): number =>
  at.databaseMs + monotonicMs - at.monotonicMs;

/** For a program that ends soon: the database's moment, measured once. Throws where the database is away. */
export async function measuredClock(database: Pick<Database, "query">): Promise<Clock> {
  const at = await measure(database, ownClocks);
  return { now: () => instantOfEpochMs(Math.floor(momentOf(at, ownClocks.monotonicMs()))) };
}

/** Logs only what changes. */
function reportSkew(logger: Logger): (skewMs: number) => void {
  let wasSkewed = false;
  return (exactMs) => {
    const skewMs = Math.round(exactMs);
    const isSkewed = Math.abs(skewMs) > clockLimits.skewMaxMs;
    if (isSkewed && !wasSkewed) logger.warn({ skewMs }, "the clock differs from the database's");
    if (!isSkewed && wasSkewed) logger.info("the clock is the database's again");
    wasSkewed = isSkewed;
  };
}

/**
 * The database's moment, which all replicas share: measured every few seconds and counted on by a clock that cannot be
 * set. `now` throws `ClockUncertainError` from a pause of the machine until the next measurement.
 */
export function createDatabaseClock(options: DatabaseClockOptions): DatabaseClock {
  const { database, logger, metrics, clocks = ownClocks } = options;
  const report = reportSkew(logger);
  const lookers: (() => void)[] = [];
  let measured: Measurement | undefined;

  const isUncertain = (at: Measurement) =>
    clocks.steadyMs() - clocks.monotonicMs() - at.pausedMs > clockLimits.skewMaxMs;
  const databaseMs = (at: Measurement) => momentOf(at, clocks.monotonicMs());
  const skewMs = () => (measured === undefined ? 0 : clocks.wallMs() - databaseMs(measured));
  /** What both measurements allow needs no step back and forth. */
  const isSame = (before: Measurement, found: Measurement) =>
    !isUncertain(before) &&
    Math.abs(databaseMs(found) - databaseMs(before)) <= found.roundTripMs / 2 + 1;
  const work = async (): Promise<void> => {
    const found = await measure(database, clocks);
    // Somebody else has asked meanwhile, and later.
    if (measured !== undefined && found.monotonicMs < measured.monotonicMs) return;
    const leapMs = measured === undefined ? 0 : databaseMs(found) - databaseMs(measured);
    if (measured === undefined || !isSame(measured, found)) measured = found;
    report(skewMs());
    if (leapMs > clockLimits.skewMaxMs) for (const look of lookers) look();
  };
  const loop = createLoop({
    name: "clock",
    work,
    idleMs: clockLimits.measureMs,
    firstRun: "after-pause",
    logger,
    metrics,
  });
  metrics.watch(
    "sanu_clock_skew_seconds",
    "By how much this process's clock is ahead of the database's, which decides.",
    () => skewMs() / 1_000,
  );
  return {
    now(): Instant {
      // Only what is composed before the start reads it so; nothing is decided then.
      if (measured === undefined) return systemClock.now();
      if (!isUncertain(measured)) return instantOfEpochMs(Math.floor(databaseMs(measured)));
      loop.wake();
      throw new ClockUncertainError("The machine was paused; the moment is being measured");
    },
    async start() {
      await work();
      loop.start();
    },
    measure: work,
    onLeap: (look) => void lookers.push(look),
    stop: loop.stop,
    trouble() {
      if (measured === undefined) return "not measured yet";
      if (!isUncertain(measured)) return undefined;
      loop.wake();
      return "the machine was paused, or its clock leapt; the moment is being measured";
    },
    skewMs,
  };
}
