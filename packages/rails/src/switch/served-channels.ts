import type { Xof } from "@sanu/kernel";
import { knownChannels } from "../mobile-money/channels.ts";
import type { RailLimits } from "../ports/rail.ts";

/** One connector, as far as it says which orders are taken at all. */
export interface ServingConnector {
  readonly isEnabled: boolean;
  readonly limits: RailLimits;
  readonly serves: (channel: string) => boolean;
}

/** What somebody who gets new orders of a channel takes at once; null where one of them has no such bound. */
export interface ChannelBounds {
  readonly channel: string;
  readonly amountXofMin: Xof | null;
  readonly amountXofMax: Xof | null;
}

/** Which channels they serve, and none of them that gets new orders. */
export function closedAmong(connectors: readonly ServingConnector[]): readonly string[] {
  return knownChannels.filter((channel) => {
    const serving = connectors.filter(({ serves }) => serves(channel));
    return serving.length > 0 && !serving.some(({ isEnabled }) => isEnabled);
  });
}

/** Only of channels that have any. */
export function boundsAmong(connectors: readonly ServingConnector[]): readonly ChannelBounds[] {
  return knownChannels.flatMap((channel) => {
    const limits = connectors
      .filter(({ isEnabled, serves }) => isEnabled && serves(channel))
      .map((one) => one.limits);
    const least = widest(
      limits.map(({ amountXofMin: bound }) => bound),
      (one, other) => one < other,
    );
    const most = widest(
      limits.map(({ amountXofMax: bound }) => bound),
      (one, other) => one > other,
    );
    return least === null && most === null
      ? []
      : [{ channel, amountXofMin: least, amountXofMax: most }];
  });
}

function widest(
  bounds: readonly (Xof | undefined)[],
  isWider: (one: Xof, other: Xof) => boolean,
): Xof | null {
  let known: Xof | null = null;
  for (const one of bounds) {
    if (one === undefined) return null;
    if (known === null || isWider(one, known)) known = one;
  }
  return known;
}
