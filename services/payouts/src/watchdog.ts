import { attemptWatchRules, serviceWatchRules, type WatchRule } from "@sanu/platform";

/** What payouts begins and must end. */
export function watchRules(config: {
  readonly attemptLimits: { readonly reviewAfterMs: number };
}): readonly WatchRule[] {
  return [...serviceWatchRules, ...attemptWatchRules(config.attemptLimits.reviewAfterMs)];
}
