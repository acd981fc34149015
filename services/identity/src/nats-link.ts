import type { Namespace, PublishingService } from "@sanu/contracts";
import {
  connectNats,
  createRelay,
  type Database,
  type Logger,
  type Messaging,
  type Metrics,
  type Relay,
  type ServiceGate,
} from "@sanu/platform";

export interface NatsLinkOptions {
  readonly service: PublishingService;
  readonly url: string;
  readonly namespace: Namespace;
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export type NatsLink = ReturnType<typeof createNatsLink>;

/**
 * The connection to NATS and the relay over it. Both exist from the start to the stop only, while the parts that
 * wake the relay are made before.
 */
export function createNatsLink(options: NatsLinkOptions) {
  const { service, url, namespace, database, gate, logger, metrics } = options;
  let messaging: Messaging | undefined;
  let relay: Relay | undefined;

  /** Throws before `connect`. */
  const get = (): Messaging => {
    if (messaging === undefined) throw new Error("NATS is not connected yet");
    return messaging;
  };

  return {
    connect: async () => {
      messaging = await connectNats({ url, name: service, namespace });
    },
    isConnected: () => messaging?.isConnected() ?? false,
    get,
    close: () => messaging?.close(),
    startRelay: async () => {
      relay = createRelay({ service, database, messaging: get(), gate, logger, metrics });
      await relay.start();
    },
    stopRelay: () => relay?.stop(),
    wakeRelay: () => relay?.wake(),
  };
}
