import type { Metrics } from "../telemetry/metrics.ts";
import type { Database } from "./open-database.ts";

/** How much of the pool is used, and whether work has to wait for it. */
export function measurePool(
  { connections }: Pick<Database, "connections">,
  poolMax: number,
  metrics: Pick<Metrics, "watch" | "watchEach">,
): void {
  metrics.watch(
    "sanu_database_pool_max",
    "Connections to Postgres that this process may have.",
    () => poolMax,
  );
  metrics.watchEach(
    "sanu_database_pool_connections",
    "Connections to Postgres in use and idle, and how much work waits for one.",
    ["state"],
    () => {
      const { inUse, idle, waiting } = connections.counts();
      return [
        { labels: { state: "in-use" }, value: inUse },
        { labels: { state: "idle" }, value: idle },
        { labels: { state: "waiting" }, value: waiting },
      ];
    },
  );
}
