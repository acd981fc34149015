import { inboxRoot } from "@sanu/contracts";
import type { Logger } from "../logger/create-logger.ts";
import type { ConnectionWatch } from "./connection-watch.ts";

type Watched = Pick<ConnectionWatch, "onDisconnect" | "onReconnect" | "onForbidden">;

export function logConnection(
  { onDisconnect, onReconnect, onForbidden }: Watched,
  logger: Pick<Logger, "warn" | "error">,
): void {
  let lostAtMs = performance.now();
  onDisconnect(() => {
    lostAtMs = performance.now();
    logger.warn("NATS is away");
  });
  onReconnect(() => {
    logger.warn({ awayMs: Math.round(performance.now() - lostAtMs) }, "NATS is back");
  });
  onForbidden((what) => {
    // A reply whose request came over an earlier connection: its client has given it up.
    const isLateReply = what.operation === "publish" && what.subject.startsWith(`${inboxRoot}.`);
    logger[isLateReply ? "warn" : "error"](what, "NATS does not allow it");
  });
}
