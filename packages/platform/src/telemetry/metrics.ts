import { collectDefaultMetrics, Gauge } from "prom-client";
import { outsideCallMetrics, requestMetrics, serviceRequestMetrics } from "./call-metrics.ts";
import { databaseMetrics } from "./database-metrics.ts";
import { measureEventLoop } from "./event-loop.ts";
import { createExposition, type Scraped, seriesRegistry } from "./expose.ts";
import { consumerMetrics, relayMetrics, retentionMetrics } from "./flow-metrics.ts";
import { logMetrics } from "./log-metrics.ts";
import { type LoopMetrics, loopMetrics } from "./loop-metrics.ts";
import { natsMetrics } from "./nats-metrics.ts";
import { openWorkMetrics } from "./open-work-metrics.ts";
import { securityMetrics } from "./security-trail.ts";
import { traceMetrics } from "./trace-metrics.ts";

export interface LabelledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Several services can run in one process, each with its own. */
export interface Metrics {
  /** Adds a value that only one service has; it is read when somebody looks. */
  readonly watch: (name: string, help: string, read: () => number) => void;
  /** The same for a value of each of several things, told apart by labels; those that are gone are gone. */
  readonly watchEach: (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly LabelledValue[],
  ) => void;
  readonly requests: ReturnType<typeof requestMetrics>;
  readonly serviceRequests: ReturnType<typeof serviceRequestMetrics>;
  readonly outsideCalls: ReturnType<typeof outsideCallMetrics>;
  readonly consumers: ReturnType<typeof consumerMetrics>;
  readonly relay: ReturnType<typeof relayMetrics>;
  readonly loops: LoopMetrics;
  readonly retention: ReturnType<typeof retentionMetrics>;
  readonly openWork: ReturnType<typeof openWorkMetrics>;
  readonly logs: ReturnType<typeof logMetrics>;
  readonly security: ReturnType<typeof securityMetrics>;
  readonly nats: ReturnType<typeof natsMetrics>;
  readonly traces: ReturnType<typeof traceMetrics>;
  readonly database: ReturnType<typeof databaseMetrics>;
  /** For a scraper that accepts these types. */
  readonly scrape: (accept?: string) => Promise<Scraped>;
  /** The series stay readable. */
  readonly close: () => void;
}

export function createMetrics(
  service: string,
  options: { readonly processMetrics?: boolean } = {},
): Metrics {
  const registry = seriesRegistry();
  const close = measureEventLoop(registry);
  // Its own delay of the event loop is not looked at, and would wake the process a hundred times a second.
  const rarely = { eventLoopMonitoringPrecision: 60_000 };
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry, ...rarely });
  return {
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
    watchEach(name, help, labelNames, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [registry],
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.set(labels, value);
        },
      });
    },
    requests: requestMetrics(registry),
    serviceRequests: serviceRequestMetrics(registry),
    outsideCalls: outsideCallMetrics(registry),
    consumers: consumerMetrics(registry),
    relay: relayMetrics(registry),
    loops: loopMetrics(registry),
    retention: retentionMetrics(registry),
    openWork: openWorkMetrics(registry),
    logs: logMetrics(registry),
    security: securityMetrics(registry),
    nats: natsMetrics(registry),
    traces: traceMetrics(registry),
    database: databaseMetrics(registry),
    scrape: createExposition(registry, { service }),
    close,
  };
}
