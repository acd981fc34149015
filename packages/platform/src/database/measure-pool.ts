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
    () => statesOf(connections.counts()),
  );
}

function statesOf({ inUse, ...others }: ReturnType<Database["connections"]["counts"]>) {
  const states = Object.entries({ "in-use": inUse, ...others });
  return states.map(([state, value]) => ({ labels: { state }, value }));
}
