import type { Xof } from "@sanu/kernel";
import type { RailLimits } from "../ports/rail.ts";

/** What the staff says of one connector in one direction. */
export interface StaffTerms {
  readonly isEnabled: boolean;
  /** By channel, instead of its place in the setting. */
  readonly priorities: Readonly<Record<string, number>>;
  readonly amountXofMin: Xof | null;
  readonly amountXofMax: Xof | null;
}

/** What holds: the tighter bound of the provider and the staff. Nobody makes a provider take what it does not. */
export function boundsWithin(limits: RailLimits, terms: StaffTerms | undefined): RailLimits {
  const most = tighter(limits.amountXofMax, terms?.amountXofMax, (one, other) => one < other);
  const least = tighter(limits.amountXofMin, terms?.amountXofMin, (one, other) => one > other);
  return {
    ...limits,
    ...(least !== undefined && { amountXofMin: least }),
    ...(most !== undefined && { amountXofMax: most }),
  };
}

function tighter(
  ofProvider: Xof | undefined,
  ofStaff: Xof | null | undefined,
  isTighter: (one: Xof, other: Xof) => boolean,
): Xof | undefined {
  if (ofStaff === null || ofStaff === undefined) return ofProvider;
  if (ofProvider === undefined) return ofStaff;
  return isTighter(ofStaff, ofProvider) ? ofStaff : ofProvider;
}
