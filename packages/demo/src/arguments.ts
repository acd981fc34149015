import { parseArgs } from "node:util";

/** What `sanu demo` was asked for. */
export interface DemoArguments {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
  /** Orders in all; about one in five is a sale. */
  readonly purchases: number;
  readonly fresh: boolean;
  readonly help: boolean;
}

export const demoLimits = {
  peopleMin: 10,
  peopleMax: 2_000,
  /** Two of the staff have to be there for a day before either approves anything. */
  daysMin: 7,
  /** As long as the history of rates is kept. */
  daysMax: 90,
  seedMax: 999_999_999,
  purchasesMin: 60,
  purchasesMax: 50_000,
  /** With more, people would be at what their month allows all the time. */
  purchasesPerPersonAndDayMax: 2,
} as const;

const preset = { people: 200, days: 60, seed: 1, purchasesPerPersonAndDay: 5 / 6 } as const;

export const usage = `sanu demo [options]: fills this clone's system, which must be fresh, with a past to look at
  --people <n>     who joins, ${demoLimits.peopleMin} to ${demoLimits.peopleMax} (default ${preset.people})
  --days <n>       how long ago it begins, ${demoLimits.daysMin} to ${demoLimits.daysMax} (default ${preset.days})
  --seed <n>       the same number makes the same set again, 0 to ${demoLimits.seedMax} (default ${preset.seed})
  --purchases <n>  orders in all, about one in five of them a sale, ${demoLimits.purchasesMin} to ${demoLimits.purchasesMax}
                   (default five for six people and days)
  --fresh          throw away the data of earlier starts first
  --help           this text
`;

/** Reads the command line. Throws with everything that is wrong, a line each. */
export function readDemoArguments(args: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      people: { type: "string" },
      days: { type: "string" },
      seed: { type: "string" },
      purchases: { type: "string" },
      fresh: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const mistakes: string[] = [];
  const whole = (name: string, given: string | undefined, of: Bounds): number => {
    const value = given === undefined ? of.preset : readWhole(given);
    if (value >= of.least && value <= of.most) return value;
    mistakes.push(`--${name} takes a whole number from ${of.least} to ${of.most}, not ${given}`);
    return of.preset;
  };
  const { peopleMin, peopleMax, daysMin, daysMax, seedMax, purchasesMin } = demoLimits;
  const people = whole("people", values.people, {
    least: peopleMin,
    most: peopleMax,
    preset: preset.people,
  });
  const days = whole("days", values.days, { least: daysMin, most: daysMax, preset: preset.days });
  const seed = whole("seed", values.seed, { least: 0, most: seedMax, preset: preset.seed });
  const personDays = people * days;
  const most = Math.min(
    demoLimits.purchasesMax,
    personDays * demoLimits.purchasesPerPersonAndDayMax,
  );
  const usual = Math.round(personDays * preset.purchasesPerPersonAndDay);
  const purchases = whole("purchases", values.purchases, {
    least: purchasesMin,
    most,
    preset: Math.min(most, Math.max(purchasesMin, usual)),
  });
  if (mistakes.length > 0) throw new Error(mistakes.join("\n"));
  return { people, days, seed, purchases, fresh: values.fresh, help: values.help };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly preset: number;
}

/** Not a number where it is none: that is within no bounds. */
function readWhole(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
}
