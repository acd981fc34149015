import { moneyWatchRules, type WatchRule } from "@sanu/platform";

/** What payments begins and must end. */
export function watchRules(config: {
  readonly outcomeUnknownAfterMs: number;
}): readonly WatchRule[] {
  const asksPayers = ["collection", "invoice"];
  return [
    ...moneyWatchRules({ reviewAfterMs: config.outcomeUnknownAfterMs, asksPayers }),
    // Sanu sells nothing over it until a person has looked.
    {
      what: "closed-node",
      table: "node_cursors",
      since: "closed_at",
      only: "closed_at is not null",
      by: "provider",
      allowedMs: 0,
    },
  ];
}
