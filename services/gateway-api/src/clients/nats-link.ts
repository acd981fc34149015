import { type Namespace, revocationsSubject, transactionChangedSubject } from "@sanu/contracts";
import {
  connectNats,
  type Logger,
  type Messaging,
  type Metrics,
  reportConnection,
  type Secret,
  type Tracer,
} from "@sanu/platform";

/** The connection to NATS of a gateway that is composed before it is connected. */
export interface NatsLink {
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly trouble: () => string | undefined;
  /** Throws before `open`; nothing is requested before the server listens. */
  readonly request: Messaging["request"];
  /** What identity publishes about revocations; returns what ends it. */
  readonly onRevocations: (onMessage: (text: string) => void) => () => void;
  /** The ids of transactions that changed; returns what ends it. */
  readonly onChanges: (onChanged: (transactionId: string) => void) => () => void;
}

export function createNatsLink(
  server: {
    readonly name: string;
    readonly url: string;
    readonly user: string | undefined;
    readonly password: Secret | undefined;
    readonly namespace: Namespace;
  },
  reporting: { readonly logger: Logger; readonly metrics: Metrics; readonly tracer: Tracer },
): NatsLink {
  const { logger, metrics, tracer } = reporting;
  let messaging: Messaging | undefined;
  const connected = (): Messaging => {
    if (messaging === undefined) throw new Error("NATS is not connected yet");
    return messaging;
  };
  const { namespace } = server;
  return {
    async open() {
      messaging = await connectNats({
        ...server,
        onRequest: metrics.serviceRequests.observe,
        tracer,
      });
      reportConnection(messaging, { logger, metrics });
    },
    close: async () => messaging?.close(),
    trouble: () => (messaging === undefined ? "not connected" : messaging.trouble()),
    request: (definition, input, options) => connected().request(definition, input, options),
    onRevocations: (onMessage) =>
      connected().subscribeCore(revocationsSubject(namespace), onMessage),
    onChanges: (onChanged) =>
      connected().subscribeCore(transactionChangedSubject(namespace), onChanged),
  };
}
