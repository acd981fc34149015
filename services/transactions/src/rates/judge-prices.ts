import {
  type BasisPoints,
  isRateWithin,
  type PriceBands,
  type XofPerBtc,
  xofPerBtc,
} from "@sanu/kernel";

export interface PriceSample {
  readonly market: string;
  readonly midXofPerBtc: XofPerBtc;
  /** How long ago it was asked for, by a clock that cannot be set. */
  readonly requestedAgoMs: number;
  /** How old the market said it was, by this machine's clock; negative where it lies ahead; 0 where it said nothing. */
  readonly statedAgeMs: number;
}

/** The last price that was trusted. */
export interface LastMid {
  readonly midXofPerBtc: XofPerBtc;
  readonly ageMs: number;
}

/** What makes prices of several markets one that can be trusted. */
export interface JudgeRules {
  /** So many markets must agree. */
  readonly quorum: number;
  readonly feedStaleAfterMs: number;
  /** How far ahead of our clock a market's may be. */
  readonly clockSkewMaxMs: number;
  /** How far from the median a price may lie. */
  readonly deviationMax: BasisPoints;
  /** How far from the last trusted price the next one may lie … */
  readonly jumpMax: BasisPoints;
  /** … for so long; a price that all markets still agree on after that is the new one. */
  readonly jumpHoldMs: number;
  /** What no market is believed, nor all of them. */
  readonly bands: PriceBands;
}

/** `ageMs` is the age of the oldest price that counts. */
export type Judgement =
  | {
      readonly kind: "trusted";
      readonly midXofPerBtc: XofPerBtc;
      readonly ageMs: number;
      readonly markets: readonly string[];
    }
  | {
      readonly kind: "untrusted";
      readonly reason: "no-quorum" | "jump" | "outside-bands";
      readonly detail: string;
      /** Whether the markets have left the last trusted price, wherever they are now: it is no price any more either. */
      readonly isLastGone: boolean;
    };

/**
 * Makes one price of several: the median of those that are fresh, each market once, that lie near the median of
 * all. Nothing below the quorum, and nothing that leaps away from what was trusted a moment ago.
 */
export function judgePrices(
  samples: readonly PriceSample[],
  last: LastMid | undefined,
  rules: JudgeRules,
): Judgement {
  const fresh = oncePerMarket(samples).filter((sample) => isFresh(sample, rules));
  const middle = medianOf(fresh.map(({ midXofPerBtc }) => midXofPerBtc));
  const agreeing = fresh.filter(({ midXofPerBtc }) =>
    isNear(midXofPerBtc, middle, rules.deviationMax),
  );
  const isLastGone = isLeft(fresh, last, rules);
  if (agreeing.length < rules.quorum) {
    const detail = `${agreeing.length} of ${fresh.length} fresh prices agree, ${rules.quorum} must`;
    return { kind: "untrusted", reason: "no-quorum", detail, isLastGone };
  }
  const midXofPerBtc = medianOf(agreeing.map((sample) => sample.midXofPerBtc));
  if (midXofPerBtc === undefined || isJump(midXofPerBtc, last, rules)) {
    const detail = `from ${last?.midXofPerBtc ?? "nothing"} to ${midXofPerBtc ?? "nothing"}`;
    return { kind: "untrusted", reason: "jump", detail, isLastGone: true };
  }
  if (!isRateWithin(midXofPerBtc, rules.bands)) {
    return { kind: "untrusted", reason: "outside-bands", detail: `${midXofPerBtc}`, isLastGone };
  }
  return {
    kind: "trusted",
    midXofPerBtc,
    ageMs: Math.max(...agreeing.map(ageOf)),
    markets: agreeing.map(({ market }) => market).toSorted(),
  };
}

/** A market that is heard twice has one voice: its youngest price. */
function oncePerMarket(samples: readonly PriceSample[]): readonly PriceSample[] {
  const youngest = new Map<string, PriceSample>();
  for (const sample of samples) {
    const known = youngest.get(sample.market);
    if (known === undefined || ageOf(sample) < ageOf(known)) youngest.set(sample.market, sample);
  }
  return [...youngest.values()];
}

function ageOf({ requestedAgoMs, statedAgeMs }: PriceSample): number {
  return requestedAgoMs + Math.max(0, statedAgeMs);
}

/** A price from the future is as little worth as an old one: one of the two clocks is wrong, and nobody knows which. */
function isFresh(sample: PriceSample, rules: JudgeRules): boolean {
  return ageOf(sample) <= rules.feedStaleAfterMs && sample.statedAgeMs >= -rules.clockSkewMaxMs;
}

/** Of an even number it is the middle between the two in the middle, rounded down; `undefined` of none. */
export function medianOf(rates: readonly XofPerBtc[]): XofPerBtc | undefined {
  const sorted = rates.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) return undefined;
  return middleBetween(lower, upper);
}

function middleBetween(lower: XofPerBtc, upper: XofPerBtc): XofPerBtc {
  return xofPerBtc((lower + upper) / 2n);
}

const BASIS_POINTS_WHOLE = 10_000n;

/** Whether a rate lies within so many basis points of another one; a rate that is not there is near to none. */
export function isNear(rate: XofPerBtc, to: XofPerBtc | undefined, within: BasisPoints): boolean {
  if (to === undefined) return false;
  const apart = rate > to ? rate - to : to - rate;
  return apart * BASIS_POINTS_WHOLE <= to * within;
}

/** Whether as many markets as must agree on a price lie as far from the last one as nobody follows at once, also where they disagree. */
function isLeft(
  fresh: readonly PriceSample[],
  last: LastMid | undefined,
  { quorum, jumpMax }: JudgeRules,
): boolean {
  if (last === undefined) return false;
  const far = fresh.filter(({ midXofPerBtc }) => !isNear(midXofPerBtc, last.midXofPerBtc, jumpMax));
  return far.length >= quorum;
}

function isJump(mid: XofPerBtc, last: LastMid | undefined, rules: JudgeRules): boolean {
  if (last === undefined || last.ageMs > rules.jumpHoldMs) return false;
  return !isNear(mid, last.midXofPerBtc, rules.jumpMax);
}
