import type { PublishingService } from "@sanu/contracts";
import type { Database } from "../database/open-database.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Logger } from "../logger/create-logger.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Tracer } from "../tracing/tracer.ts";
import type { RelayTimes } from "./limits.ts";

export interface RelayOptions {
  readonly service: PublishingService;
  readonly database: Database;
  readonly messaging: Messaging;
  readonly gate: ServiceGate;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer?: Tracer;
  /** Off only in the test that shows that fencing alone keeps two relays harmless. */
  readonly election?: boolean;
  readonly times?: Partial<RelayTimes>;
}
