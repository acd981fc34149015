import { type Difference, judge } from "./judge.ts";
import { reconciliationLimits } from "./limits.ts";
import { mergeByMatch } from "./merge-by-match.ts";
import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";

/** What two sides say of a period, each ordered by `matchId`, and of any name at any time. */
interface ComparedSides {
  readonly booked: AsyncIterable<BookedMovement>;
  readonly stated: AsyncIterable<StatedMovement>;
  /** Everything either side has under these names, whatever the period. */
  readonly lookUp: (lonely: readonly MatchedSides[]) => Promise<readonly MatchedSides[]>;
}

export interface Tally {
  booked: number;
  stated: number;
  matched: number;
}

/**
 * What is on one side only is looked up once more before it is judged: its other half may lie beyond an edge of the
 * period, or be under way. Keeps as many names as one look takes, however many there are.
 */
export async function* compareStreams(
  { booked, stated, lookUp }: ComparedSides,
  tally: Tally = { booked: 0, stated: 0, matched: 0 },
): AsyncGenerator<Difference> {
  let lonely: MatchedSides[] = [];
  for await (const sides of mergeByMatch(booked, stated)) {
    tally.booked += sides.booked.length;
    tally.stated += sides.stated.length;
    if (sides.booked.length === 0 || sides.stated.length === 0) {
      lonely.push(sides);
      if (lonely.length < reconciliationLimits.lookUpRows) continue;
      yield* judgeAll(await lookUp(lonely), tally);
      lonely = [];
      continue;
    }
    yield* judgeAll([sides], tally);
  }
  if (lonely.length > 0) yield* judgeAll(await lookUp(lonely), tally);
}

function* judgeAll(all: readonly MatchedSides[], tally: Tally): Generator<Difference> {
  for (const sides of all) {
    const differences = judge(sides);
    if (differences.length === 0) tally.matched += 1;
    yield* differences;
  }
}
