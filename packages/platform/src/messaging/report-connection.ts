import type { Metrics } from "../telemetry/metrics.ts";
import type { ConnectionWatch } from "./connection-watch.ts";
import { logConnection } from "./log-connection.ts";

/** In the log what happens to the connection, and in the metrics how it is. */
export function reportConnection(
  watch: Pick<ConnectionWatch, "isConnected" | "onDisconnect" | "onReconnect" | "onForbidden">,
  {
    logger,
    metrics,
  }: {
    readonly logger: Parameters<typeof logConnection>[1];
    readonly metrics: Pick<Metrics, "watch" | "nats">;
  },
): void {
  logConnection(watch, logger);
  watch.onReconnect(metrics.nats.countReconnect);
  metrics.watch("sanu_nats_connected", "1 while NATS is there.", () =>
    watch.isConnected() ? 1 : 0,
  );
}
