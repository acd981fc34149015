import type { Database } from "../database/open-database.ts";
import { createGate } from "../event-store/gate.ts";
import { createLogger } from "../logger/create-logger.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createRelay, type Relay } from "./create-relay.ts";

/** The relay of payments, with a gate of its own unless one is given; it logs nothing. */
export function createSilentRelay(
  database: Database,
  messaging: Messaging,
  more: Partial<Parameters<typeof createRelay>[0]> = {},
): Relay {
  return createRelay({
    service: "payments",
    database,
    messaging,
    gate: createGate(),
    logger: createLogger({ service: "relay-test", level: "silent" }),
    metrics: createMetrics("payments"),
    ...more,
  });
}
