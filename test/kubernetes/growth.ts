export interface Sample {
  readonly minutes: number;
  readonly megabytes: number;
}

const warmUpShare = 1 / 3;

/** The straight line through what was measured behind the warm-up, by least squares. */
export function growth(samples: readonly Sample[]): {
  readonly megabytes: number;
  readonly megabytesPerHour: number;
} {
  const last = samples.at(-1)?.minutes ?? 0;
  const counted = samples.filter(({ minutes }) => minutes >= last * warmUpShare);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(counted.map(({ minutes }) => minutes));
  const megabytes = mean(counted.map((each) => each.megabytes));
  const spread = counted.reduce((sum, { minutes }) => sum + (minutes - middle) ** 2, 0);
  const together = counted.reduce(
    (sum, each) => sum + (each.minutes - middle) * (each.megabytes - megabytes),
    0,
  );
  return { megabytes, megabytesPerHour: spread === 0 ? 0 : (together / spread) * 60 };
}
