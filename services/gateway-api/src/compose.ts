import type { AddressInfo } from "node:net";
import {
  connectNats,
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  type Logger,
  type Messaging,
  type Service,
} from "@sanu/platform";
import { type Asker, createAsker } from "./clients/asker.ts";
import { createIdentityClient, type IdentityClient } from "./clients/identity.ts";
import { createPaymentsClient } from "./clients/payments.ts";
import { createTransactionsClient } from "./clients/transactions.ts";
import { type GatewayConfig, readGatewayConfig } from "./config.ts";
import { gatewayLimits } from "./limits.ts";
import { createApp } from "./routes/app.ts";
import { type Certificate, generatedCertificate, readCertificate } from "./tls/certificate.ts";
import { createSigningKeys } from "./tokens/signing-keys.ts";

const SERVICE = "gateway-api";

/** What tests, and programs that run several services in one process, may replace. */
export interface GatewayOverrides {
  readonly logger?: Logger;
  /** Memory and processor of the whole process; off where several services share one. */
  readonly processMetrics?: boolean;
}

export interface GatewayService extends Service {
  /** The port of the public API; 0 before the start. */
  readonly port: () => number;
  /** Where this process serves the public API, on loopback: `https://localhost:8443`. */
  readonly url: () => string;
  /** The port of health and metrics; 0 before the start. */
  readonly healthPort: () => number;
}

/** Makes the gateway from its configuration; nothing is connected and no port is taken before `start`. */
export async function compose(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): Promise<GatewayService> {
  const logger = overrides.logger ?? createLogger({ service: SERVICE, level: config.logLevel });
  const metrics = createMetrics(SERVICE, { processMetrics: overrides.processMetrics ?? false });
  const lifecycle = createLifecycle({ logger, stopWithinMs: gatewayLimits.stopTimeoutMs });
  const nats = createNatsLink(config);
  const asker = createAsker((definition, input, options) =>
    nats.get().ask(definition, input, options),
  );
  const clients = createClients(asker, logger);
  const { keys } = clients;
  const certificate = await certificateOf(config);
  const app = await createApp({ config, certificate, ...clients, logger, metrics });
  const health = createHealthServer({
    service: SERVICE,
    port: config.healthPort,
    isRunning: lifecycle.isRunning,
    checks: [
      { name: "nats", findTrouble: () => (nats.isConnected() ? undefined : "not connected") },
      { name: "keys", findTrouble: () => (keys.areLoaded() ? undefined : "not loaded yet") },
    ],
    metrics,
  });
  const port = () => portOf(app.server.address());

  lifecycle
    .add({ name: "metrics", stop: metrics.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "nats", start: nats.open, stop: nats.close })
    // Not waited for: identity may start after us, and readiness tells until then.
    .add({ name: "keys", start: () => void keys.start(), stop: keys.stop })
    .add({
      name: "http",
      start: () => app.listen({ host: config.host, port: config.port }),
      stop: () => app.close(),
    });
  return {
    logger,
    start: lifecycle.start,
    stop: lifecycle.stop,
    port,
    url: () => `${certificate === undefined ? "http" : "https"}://localhost:${port()}`,
    healthPort: health.port,
  };
}

/** The OpenAPI document of this build; nothing is connected for it. */
export async function composeOpenApi(): Promise<object> {
  const config = readGatewayConfig({ NATS_URL: "nats://localhost" });
  const logger = createLogger({ service: SERVICE, level: "silent" });
  const metrics = createMetrics(SERVICE);
  const asker: Asker = () => Promise.reject(new Error("The document asks nobody"));
  const clients = createClients(asker, logger);
  const app = await createApp({ config, certificate: undefined, ...clients, logger, metrics });
  await app.ready();
  const document = app.swagger();
  await app.close();
  metrics.close();
  return document;
}

function createNatsLink({ natsUrl, namespace }: GatewayConfig) {
  let messaging: Messaging | undefined;
  return {
    open: async () => {
      messaging = await connectNats({ url: natsUrl.reveal(), name: SERVICE, namespace });
    },
    close: async () => messaging?.close(),
    isConnected: () => messaging?.isConnected() ?? false,
    /** Throws before `open`; nothing asks before the server listens. */
    get(): Messaging {
      if (messaging === undefined) throw new Error("NATS is not connected yet");
      return messaging;
    },
  };
}

function createClients(asker: Asker, logger: Logger) {
  const identity = createIdentityClient(asker);
  return {
    identity,
    transactions: createTransactionsClient(asker),
    payments: createPaymentsClient(asker),
    keys: createSigningKeys({ readKeys: () => readKeys(identity), logger }),
  };
}

async function readKeys(identity: IdentityClient) {
  const result = await identity.getSigningKeys({
    correlationId: "signing-keys",
    traceparent: undefined,
  });
  return result.kind === "answered" ? result.data.keys : undefined;
}

async function certificateOf({ tls, publicUrl }: GatewayConfig): Promise<Certificate | undefined> {
  switch (tls.kind) {
    case "off":
      return undefined;
    case "files":
      return readCertificate(tls);
    case "generated": {
      const names = [new URL(publicUrl).hostname, ...tls.names];
      return generatedCertificate({ names, dataDir: tls.dataDir });
    }
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
