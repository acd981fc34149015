import type { AddressInfo } from "node:net";
import { revocationsSubject, transactionChangedSubject } from "@sanu/contracts";
import {
  connectNats,
  createHealthServer,
  createLifecycle,
  createLogger,
  createMetrics,
  type Logger,
  logConnection,
  type Messaging,
  type Metrics,
  type Service,
} from "@sanu/platform";
import { createIdentityClient } from "./clients/identity.ts";
import { createKycClient } from "./clients/kyc.ts";
import { createMonitoringClient } from "./clients/monitoring.ts";
import { readKeys, readProgress, readRevocations, tellFirstUse } from "./clients/own-questions.ts";
import { createPaymentsClient } from "./clients/payments.ts";
import { createRatesClient } from "./clients/rates.ts";
import { createRequestClient, type RequestClient } from "./clients/request-client.ts";
import { createStaffClient } from "./clients/staff.ts";
import { createTransactionsClient } from "./clients/transactions.ts";
import { createWalletClient } from "./clients/wallet.ts";
import { type GatewayConfig, readGatewayConfig } from "./config.ts";
import { gatewayLimits } from "./limits.ts";
import { createApp } from "./routes/app.ts";
import { createFirstUses } from "./sessions/first-uses.ts";
import { createRevocationFeed } from "./sessions/revocation-feed.ts";
import { createProgressWatch } from "./streams/progress-watch.ts";
import { certificateOf, watchFiles } from "./tls/configured-certificate.ts";
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
  /** Every route that it serves, so that none is forgotten by whoever checks them all. */
  readonly routes: () => readonly { readonly method: string; readonly url: string }[];
}

/** Makes the gateway from its configuration; nothing is connected and no port is taken before `start`. */
export async function compose(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): Promise<GatewayService> {
  const logger = overrides.logger ?? createLogger({ service: SERVICE, level: config.logLevel });
  const metrics = createMetrics(SERVICE, { processMetrics: overrides.processMetrics ?? false });
  const lifecycle = createLifecycle({ logger, stopWithinMs: gatewayLimits.stopTimeoutMs });
  const nats = createNatsLink(config, { logger, metrics });
  const client = createRequestClient((definition, input, options) =>
    nats.get().request(definition, input, options),
  );
  const clients = createClients(client, logger, nats);
  const { keys, revocations, firstUses, progress } = clients;
  const certificate = await certificateOf(config);
  const app = await createApp({ config, certificate, ...clients, logger, metrics });
  const health = createHealthServer({
    service: SERVICE,
    port: config.healthPort,
    isRunning: lifecycle.isRunning,
    checks: [
      { name: "nats", findTrouble: nats.trouble },
      { name: "keys", findTrouble: () => (keys.areLoaded() ? undefined : "not loaded yet") },
      {
        name: "revocations",
        findTrouble: () => (revocations.isLoaded() ? undefined : "not loaded yet"),
      },
    ],
    metrics,
  });
  const scheme = certificate === undefined ? "http" : "https";
  // Fastify cannot know that the server we made for it speaks TLS.
  const listenTextResolver = (at: string) => at.replace(/^http/, `listening at ${scheme}`);
  const port = () => portOf(app.server.address());

  lifecycle
    .add({ name: "metrics", stop: metrics.close })
    .add({ name: "health", start: health.start, stop: health.stop })
    .add({ name: "nats", start: nats.open, stop: nats.close })
    // Not waited for: identity may start after us, and readiness tells until then.
    .add({ name: "keys", start: () => void keys.start(), stop: keys.stop })
    .add({ name: "revocations", start: revocations.start, stop: revocations.stop })
    .add({ name: "first uses", stop: firstUses.stop })
    .add({ name: "progress", start: progress.start, stop: progress.stop })
    .add({
      name: "http",
      start: () => app.listen({ host: config.host, port: config.port, listenTextResolver }),
      stop: () => app.close(),
    });
  const watch = watchFiles(config.tls, {
    server: app.server,
    served: certificate,
    logger,
    metrics,
  });
  if (watch !== undefined)
    lifecycle.add({ name: "certificate", start: watch.start, stop: watch.stop });
  return {
    logger,
    start: lifecycle.start,
    stop: lifecycle.stop,
    port,
    url: () => `${scheme}://localhost:${port()}`,
    healthPort: health.port,
    routes: () => app.servedRoutes,
  };
}

/** The OpenAPI document of this build; nothing is connected for it. */
export async function composeOpenApi(): Promise<object> {
  const config = readGatewayConfig({ NATS_URL: "nats://localhost" });
  const logger = createLogger({ service: SERVICE, level: "silent" });
  const metrics = createMetrics(SERVICE);
  const client: RequestClient = () => Promise.reject(new Error("The document asks nobody"));
  const silence = () => () => undefined;
  const clients = createClients(client, logger, { onRevocations: silence, onChanges: silence });
  const app = await createApp({ config, certificate: undefined, ...clients, logger, metrics });
  await app.ready();
  const document = app.swagger();
  await app.close();
  metrics.close();
  return document;
}

function createNatsLink(
  { natsUrl: url, natsPassword: password, namespace }: GatewayConfig,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
) {
  let messaging: Messaging | undefined;
  /** Throws before `open`; nothing asks before the server listens. */
  const get = (): Messaging => {
    if (messaging === undefined) throw new Error("NATS is not connected yet");
    return messaging;
  };
  return {
    get,
    open: async () => {
      const onRequest = metrics.asks.observe;
      messaging = await connectNats({ url, name: SERVICE, password, namespace, onRequest });
      logConnection(messaging, logger);
    },
    close: async () => messaging?.close(),
    trouble: () => (messaging === undefined ? "not connected" : messaging.trouble()),
    onRevocations: (onMessage: (text: string) => void) =>
      get().subscribeCore(revocationsSubject(namespace), onMessage),
    onChanges: (onChanged: (transactionId: string) => void) =>
      get().subscribeCore(transactionChangedSubject(namespace), onChanged),
  };
}

function createClients(
  client: RequestClient,
  logger: Logger,
  news: Pick<ReturnType<typeof createNatsLink>, "onRevocations" | "onChanges">,
) {
  const identity = createIdentityClient(client);
  const read = (afterSequence: number) => readRevocations(identity, afterSequence);
  const transactions = createTransactionsClient(client);
  return {
    revocations: createRevocationFeed({ subscribe: news.onRevocations, read, logger }),
    firstUses: createFirstUses((tokenId) => tellFirstUse(identity, tokenId)),
    identity,
    kyc: createKycClient(client),
    staff: createStaffClient(client),
    monitoring: createMonitoringClient(client),
    transactions,
    progress: createProgressWatch({
      subscribe: news.onChanges,
      list: (transactionIds) => readProgress(transactions, transactionIds),
      logger,
    }),
    rates: createRatesClient(client),
    wallet: createWalletClient(client),
    payments: createPaymentsClient(client),
    keys: createSigningKeys({ readKeys: () => readKeys(identity), logger }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
