import { type Difference, judge } from "./judge.ts";
import { reconciliationLimits } from "./limits.ts";
import { mergeByMatch } from "./merge-by-match.ts";
import type { BookedMovement, MatchedSides, StatedMovement } from "./movement.ts";

/** What two sides say of a period, each ordered by `matchId`, and of any name at any time. */
interface ComparedSides {
  readonly booked: AsyncIterable<BookedMovement>;
  readonly stated: AsyncIterable<StatedMovement>;
  /** Everything either side has under these names, whatever the period. */
  readonly lookUp: (open: readonly MatchedSides[]) => Promise<readonly MatchedSides[]>;
  /** What is known to differ in the period: looked up also where what lies within agrees. */
  readonly known?: ReadonlySet<string>;
}

export interface Tally {
  booked: number;
  stated: number;
  matched: number;
}

/**
 * What does not agree within the period is looked up once more before it is judged: its other half, or a copy of it, may lie
 * beyond an edge, or be under way. So the same difference says the same in every period. Keeps as many names as one look
 * takes, however many there are.
 */
export async function* compareStreams(
  { booked, stated, lookUp, known }: ComparedSides,
  tally: Tally = { booked: 0, stated: 0, matched: 0 },
): AsyncGenerator<Difference> {
  let open: MatchedSides[] = [];
  for await (const sides of mergeByMatch(booked, stated)) {
    tally.booked += sides.booked.length;
    tally.stated += sides.stated.length;
    if (agree(sides) && known?.has(sides.matchId) !== true) {
      tally.matched += 1;
      continue;
    }
    open.push(sides);
    if (open.length < reconciliationLimits.lookUpRows) continue;
    yield* judgeAll(await lookUp(open), tally);
    open = [];
  }
  if (open.length > 0) yield* judgeAll(await lookUp(open), tally);
}

function agree(sides: MatchedSides): boolean {
  return sides.booked.length > 0 && sides.stated.length > 0 && judge(sides).length === 0;
}

function* judgeAll(all: readonly MatchedSides[], tally: Tally): Generator<Difference> {
  for (const sides of all) {
    const differences = judge(sides);
    if (differences.length === 0) tally.matched += 1;
    yield* differences;
  }
}
