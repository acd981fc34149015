/** One program of a comparison: it works for a while and says how well, as one number in the row's unit. */
export interface Contender {
  readonly name: string;
  readonly run: (durationMs: number) => Promise<number>;
}

/** How long and how often a comparison measures. */
export interface MeasurePlan {
  readonly pairs: number;
  readonly warmUpMs: number;
  /** For whole purchases: see `warmedLonger`. */
  readonly longWarmUpMs: number;
  readonly durationMs: number;
}

export interface Comparison {
  readonly floorMedian: number;
  readonly subjectMedian: number;
  /** Subject through floor, pair by pair. */
  readonly ratioMedian: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /** How far the floor moved between its own runs; above the limit the comparison is void. */
  readonly floorSpread: number;
  readonly isVoid: boolean;
  readonly floors: readonly number[];
  readonly subjects: readonly number[];
}

const measureLimits = { floorSpreadMax: 0.15 } as const;

export const fullPlan: MeasurePlan = {
  pairs: 5,
  warmUpMs: 5_000,
  longWarmUpMs: 120_000,
  durationMs: 4_000,
};

/** Enough to see that everything works; its numbers are worth nothing. */
export const shortPlan: MeasurePlan = {
  pairs: 3,
  warmUpMs: 700,
  longWarmUpMs: 2_800,
  durationMs: 900,
};

/**
 * For whole purchases: a service runs for weeks, and what its code costs while V8 still compiles it is not what it
 * costs then. V8 compiles with all it knows what was called 3 000 times, which is once in a purchase for much of what we do: twenty seconds are
 * 2 700 of our purchases, but 7 000 of a floor's.
 */
export function warmedLonger(plan: MeasurePlan): MeasurePlan {
  return { ...plan, warmUpMs: plan.longWarmUpMs };
}

/**
 * Measures a subject against its floor in one run, interleaved (A B B A …), after a warm-up that is thrown
 * away. The floor's spread is the distance of its middle half from its median: one hiccup of the machine
 * does not void a run, a machine that changes speed does.
 */
export async function compare(
  floor: Contender,
  subject: Contender,
  plan: MeasurePlan,
): Promise<Comparison> {
  await floor.run(plan.warmUpMs);
  await subject.run(plan.warmUpMs);
  const floors: number[] = [];
  const subjects: number[] = [];
  for (let pair = 0; pair < plan.pairs; pair += 1) {
    const order = pair % 2 === 0 ? [floor, subject] : [subject, floor];
    for (const one of order) {
      const value = await one.run(plan.durationMs);
      (one === floor ? floors : subjects).push(value);
    }
  }
  const ratios = subjects.map((value, index) => value / (floors[index] ?? Number.NaN));
  const middleHalf = quantileOf(floors, 0.75) - quantileOf(floors, 0.25);
  return comparisonOf({ floors, subjects, ratios, floorWidth: middleHalf });
}

/** Sums up what was measured. The floor's spread is half of its width, as a share of its median. */
export function comparisonOf(
  measured: Pick<Comparison, "floors" | "subjects"> & {
    readonly ratios: readonly number[];
    readonly floorWidth: number;
  },
): Comparison {
  const { floors, subjects, ratios, floorWidth } = measured;
  const floorMedian = medianOf(floors);
  const floorSpread = floorWidth / 2 / floorMedian;
  return {
    floorMedian,
    subjectMedian: medianOf(subjects),
    ratioMedian: medianOf(ratios),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
    floorSpread,
    isVoid: floorSpread > measureLimits.floorSpreadMax,
    floors,
    subjects,
  };
}

/** The middle value. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** The value below which a share of the values lies, interpolated. Throws on no values. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError("No values");
  return below + (above - below) * (place - Math.floor(place));
}

/** Runs work in so many loops at once until the time is over and returns how often it ended, per second. */
export async function perSecond(
  work: () => Promise<unknown>,
  options: { readonly durationMs: number; readonly concurrency: number },
): Promise<number> {
  const start = performance.now();
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - start < options.durationMs) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, loop));
  return (done * 1_000) / (performance.now() - start);
}

/** Does work again and again, one at a time, until the time is over; returns how long each took, in ms. */
export async function timesOf(
  work: () => Promise<unknown>,
  durationMs: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < durationMs) {
    const begunAt = performance.now();
    await work();
    times.push(performance.now() - begunAt);
  }
  return times;
}

/**
 * Begins work at a fixed rate, whatever became of the work before, and returns how long each piece took from
 * the moment it was due: a late start counts as waiting, so a slow stretch cannot hide.
 */
export async function atFixedRate(
  work: () => Promise<unknown>,
  options: {
    readonly perSecond: number;
    readonly durationMs: number;
    /** Begins up to a millisecond late, and leaves the processor to what is measured meanwhile. */
    readonly isCoarse?: boolean;
  },
): Promise<readonly number[]> {
  const total = Math.max(1, Math.floor((options.perSecond * options.durationMs) / 1_000));
  const everyMs = 1_000 / options.perSecond;
  const start = performance.now();
  const times: number[] = [];
  const pieces: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    const dueAt = start + number * everyMs;
    await (options.isCoarse === true ? untilAbout(dueAt) : untilTime(dueAt));
    pieces.push(work().then(() => void times.push(performance.now() - dueAt)));
  }
  await Promise.all(pieces);
  return times;
}

/** Timers are a millisecond coarse; the last part is waited for turn by turn of the event loop. */
async function untilTime(dueAt: number): Promise<void> {
  const leftMs = dueAt - performance.now();
  if (leftMs > 2) await new Promise((resolve) => setTimeout(resolve, leftMs - 1.5));
  while (performance.now() < dueAt) await new Promise((resolve) => setImmediate(resolve));
}

async function untilAbout(dueAt: number): Promise<void> {
  const leftMs = dueAt - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
}
