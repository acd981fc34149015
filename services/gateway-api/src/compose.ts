import { setTimeout as wait } from "node:timers/promises";
import {
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  createSecurityTrail,
  createTracer,
  type Logger,
  type Service,
} from "@sanu/platform";
import { createNatsLink } from "./clients/nats-link.ts";
import { createParts } from "./compose-parts.ts";
import type { GatewayConfig } from "./config.ts";
import { gatewayLimits } from "./limits.ts";
import { createListener } from "./plugins/listener.ts";
import { gatewaySecurityEvents } from "./plugins/security-trail.ts";
import { createApp } from "./routes/app.ts";
import { certificateOf, certificateRenewal } from "./tls/configured-certificate.ts";

const SERVICE = "gateway-api";

/** What tests, and programs that run several services in one process, may replace. */
export interface GatewayOverrides {
  readonly logger?: Logger;
  readonly drainPause?: () => Promise<void>;
  /** Memory and processor of the whole process; off where several services share one. */
  readonly processMetrics?: boolean;
}

export interface GatewayService extends Service {
  /** The port of the public API; 0 before the start. */
  readonly port: () => number;
  /** Where this process serves the public API, on loopback: `https://localhost:8443`. */
  readonly url: () => string;
  readonly healthPort: () => number;
  /** Every route that it serves, so that none is forgotten by whoever checks them all. */
  readonly routes: () => readonly { readonly method: string; readonly url: string }[];
  /** The OpenAPI document of this build; nothing has to be started for it. */
  readonly openApi: () => Promise<object>;
}

/** Makes the gateway from its configuration; nothing is connected and no port is taken before `start`. */
export async function compose(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): Promise<GatewayService> {
  const metrics = createMetrics(SERVICE, { processMetrics: overrides.processMetrics ?? false });
  const logs = { service: SERVICE, level: config.logLevel, onLine: metrics.logs.countLine };
  const logger = overrides.logger ?? createLogger(logs);
  const { drainPause = () => wait(config.drainPauseMs) } = overrides;
  const { stopTimeoutMs: stopWithinMs } = gatewayLimits;
  const lifecycle = createLifecycle({ logger, stopWithinMs, drainPause });
  const { natsUrl: url, natsUser: user, natsPassword: password, namespace } = config;
  const reporting = { logger, metrics };
  const { tracesUrl: endpoint, tracedShare: share } = config;
  const tracer = createTracer({ service: SERVICE, endpoint, share, ...reporting });
  const link = { name: SERVICE, url, user, password, namespace };
  const nats = createNatsLink(link, { ...reporting, tracer });
  const parts = createParts(nats, config, reporting);
  const { keys, revocations, firstUses, watch } = parts;
  metrics.watch(
    "sanu_clock_skew_seconds",
    "By how much this process's clock is ahead of identity's, which decides.",
    () => revocations.skewMs() / 1_000,
  );
  const certificate = await certificateOf(config);
  const trail = createSecurityTrail(reporting, gatewaySecurityEvents);
  const app = await createApp({ config, certificate, ...parts, ...reporting, tracer, trail });
  const health = createHealthServer({
    service: SERVICE,
    host: config.healthHost,
    port: config.healthPort,
    isRunning: lifecycle.isRunning,
    checks: [
      { name: "nats", findTrouble: nats.trouble },
      { name: "keys", findTrouble: () => troubleUnless(keys.areLoaded()) },
      { name: "revocations", findTrouble: () => troubleUnless(revocations.isLoaded()) },
    ],
    metrics,
  });
  const scheme = certificate === undefined ? "http" : "https";
  const listener = createListener(app, { scheme, host: config.host, port: config.port });
  const served = { server: app.server, served: certificate, logger, metrics };
  const renewal = certificateRenewal(config.tls, served);

  lifecycle
    .add({ name: "metrics", stop: metrics.close })
    .add({ name: "traces", start: tracer.start, stop: tracer.stop })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "nats", start: nats.open, stop: nats.close })
    // Not waited for: identity may start after us, and readiness shows it until then.
    .add({ name: "keys", start: () => void keys.start(), stop: keys.stop })
    .add({ name: "revocations", start: revocations.start, stop: revocations.stop })
    .add({ name: "first uses", start: firstUses.start, stop: firstUses.stop })
    .add({ name: "progress", start: watch.start, stop: watch.stop })
    .add({ name: "http", ...listener, drain: parts.drain.begin })
    .add({ name: "certificate", start: renewal.start, stop: renewal.stop });
  return {
    logger,
    start: lifecycle.start,
    stop: lifecycle.stop,
    port: listener.port,
    url: listener.url,
    healthPort: health.port,
    routes: () => app.servedRoutes,
    openApi: async () => app.ready().then(() => app.swagger()),
  };
}

const troubleUnless = (isLoaded: boolean) => (isLoaded ? undefined : "not loaded yet");
