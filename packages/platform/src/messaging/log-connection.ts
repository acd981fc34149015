import type { Logger } from "../logger/create-logger.ts";
import type { ConnectionWatch } from "./connection-watch.ts";

/** Writes one line when the connection is lost and one when it is back, with how long it was away. */
export function logConnection(
  { onDisconnect, onReconnect }: Pick<ConnectionWatch, "onDisconnect" | "onReconnect">,
  logger: Pick<Logger, "warn">,
): void {
  let lostAtMs = performance.now();
  onDisconnect(() => {
    lostAtMs = performance.now();
    logger.warn("NATS is away");
  });
  onReconnect(() => {
    logger.warn({ awayMs: Math.round(performance.now() - lostAtMs) }, "NATS is back");
  });
}
