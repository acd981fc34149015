import { moneyWatchRules, type WatchRule } from "@sanu/platform";

/** What payments begins and must end. */
export function watchRules(config: {
  readonly outcomeUnknownAfterMs: number;
}): readonly WatchRule[] {
  const asksPayers = ["collection", "invoice"];
  return moneyWatchRules({ reviewAfterMs: config.outcomeUnknownAfterMs, asksPayers });
}
