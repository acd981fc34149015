import type { Metrics } from "@sanu/platform";
import type { ConnectionGuard } from "./guard-connections.ts";

/** What a cap did is seen in numbers alone: a line for each connection would be a flood of its own. */
export function measureConnections(
  guard: Pick<ConnectionGuard, "counts">,
  metrics: Pick<Metrics, "watch" | "watchEach">,
): void {
  metrics.watch("sanu_connections_open", "Connections that are open.", () => guard.counts().open);
  metrics.watchEach(
    "sanu_connections_capped",
    "Connections since the start that a cap ended or refused, by what became of them.",
    ["outcome"],
    () => {
      const { replaced, refusedByAddress, refusedByProcess } = guard.counts();
      return [
        { labels: { outcome: "idle-closed" }, value: replaced },
        { labels: { outcome: "refused-by-address" }, value: refusedByAddress },
        { labels: { outcome: "refused-by-process" }, value: refusedByProcess },
      ];
    },
  );
}
