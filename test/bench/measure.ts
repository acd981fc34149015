/** One program of a comparison: it does work for a while and says how much it did, as a number per second. */
export interface Contender {
  readonly name: string;
  readonly run: (durationMs: number) => Promise<number>;
}

export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly floorMedian: number;
  readonly subjectMedian: number;
  /** Subject through floor, pair by pair. */
  readonly ratioMedian: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /** How far the floor moved between its own runs; above the limit the comparison is void. */
  readonly floorSpread: number;
  readonly isVoid: boolean;
}

export const measureLimits = {
  pairs: 5,
  warmUpMs: 1_500,
  durationMs: 2_500,
  floorSpreadMax: 0.15,
} as const;

/**
 * Measures a subject against its floor in one run, interleaved (A B B A …), after a warm-up that is thrown
 * away. The floor's spread is the distance of its middle half from its median: one hiccup of the machine
 * does not void a run, a machine that changes speed does.
 */
export async function compare(
  name: string,
  unit: string,
  floor: Contender,
  subject: Contender,
): Promise<Comparison> {
  await floor.run(measureLimits.warmUpMs);
  await subject.run(measureLimits.warmUpMs);
  const floors: number[] = [];
  const subjects: number[] = [];
  for (let pair = 0; pair < measureLimits.pairs; pair += 1) {
    const order = pair % 2 === 0 ? [floor, subject] : [subject, floor];
    for (const one of order) {
      const value = await one.run(measureLimits.durationMs);
      (one === floor ? floors : subjects).push(value);
    }
  }
  const ratios = subjects.map((value, index) => value / (floors[index] ?? Number.NaN));
  const floorMedian = medianOf(floors);
  const floorSpread = (quantileOf(floors, 0.75) - quantileOf(floors, 0.25)) / 2 / floorMedian;
  return {
    name,
    unit,
    floorMedian,
    subjectMedian: medianOf(subjects),
    ratioMedian: medianOf(ratios),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
    floorSpread,
    isVoid: floorSpread > measureLimits.floorSpreadMax,
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
