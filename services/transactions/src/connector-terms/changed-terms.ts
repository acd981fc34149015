import type { ConnectorDirection } from "@sanu/contracts";
import type { TermsChange, WantedTerms } from "./commands.ts";
import { type ConnectorTerms, freeTerms, keyOf, type Terms } from "./state.ts";

interface ChangedTerms {
  readonly direction: ConnectorDirection;
  readonly before: Terms | undefined;
  readonly terms: Terms;
}

const directions = ["collection", "disbursement"] as const;

/** What would count for each direction that is named. */
export function changedTerms(
  { said }: ConnectorTerms,
  { provider, changes }: WantedTerms,
): readonly ChangedTerms[] {
  return directions.flatMap((direction) => {
    const change = changes[direction];
    if (change === undefined) return [];
    const before = said[keyOf({ provider, direction })];
    return [{ direction, before, terms: changed(before ?? freeTerms, change) }];
  });
}

function changed(terms: Terms, change: TermsChange): Terms {
  const { isEnabled, amountXofMin, amountXofMax, priorities = {} } = change;
  const merged = Object.entries({ ...terms.priorities, ...priorities });
  const standing = merged.flatMap(([channel, priority]) =>
    priority === null ? [] : [[channel, priority] as const],
  );
  return {
    isEnabled: isEnabled ?? terms.isEnabled,
    priorities: Object.fromEntries(standing.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    amountXofMin: amountXofMin === undefined ? terms.amountXofMin : amountXofMin,
    amountXofMax: amountXofMax === undefined ? terms.amountXofMax : amountXofMax,
  };
}

/** The directions in which nothing could be as much as the least and as little as the most. */
export function crossedDirections(
  state: ConnectorTerms,
  wanted: WantedTerms,
): readonly ConnectorDirection[] {
  return changedTerms(state, wanted).flatMap(({ direction, terms }) => {
    const { amountXofMin: least, amountXofMax: most } = terms;
    return least !== null && most !== null && most < least ? [direction] : [];
  });
}

/** What was said of what a change names, in the words of the API; null where nothing was. */
export function asOfNow(state: ConnectorTerms, wanted: WantedTerms) {
  return Object.fromEntries(
    changedTerms(state, wanted).map(({ direction, before }) => [
      direction,
      before === undefined ? null : viewOf(before),
    ]),
  );
}

function viewOf({ isEnabled, priorities, amountXofMin, amountXofMax }: Terms) {
  return {
    is_enabled: isEnabled,
    priorities,
    min_xof: amountXofMin === null ? null : `${amountXofMin}`,
    max_xof: amountXofMax === null ? null : `${amountXofMax}`,
  };
}
