import { attemptWatchRules, serviceWatchRules, type WatchRule } from "@sanu/platform";

/** What payments begins and must end. */
export function watchRules(config: {
  readonly outcomeUnknownAfterMs: number;
}): readonly WatchRule[] {
  return [...serviceWatchRules, ...attemptWatchRules(config.outcomeUnknownAfterMs)];
}
