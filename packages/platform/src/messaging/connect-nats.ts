import { connect, type NatsConnection } from "@nats-io/transport-node";
import type {
  Namespace,
  RefusalCode,
  ReplyData,
  RequestDefinition,
  RequestInput,
} from "@sanu/contracts";
import { type AnswerOptions, answerOver } from "./answer.ts";
import { type AskOptions, type AskResult, askOver } from "./ask.ts";
import { messagingLimits, natsVersionMin } from "./limits.ts";

/** One connection of one service to NATS, in one namespace. */
export interface Messaging {
  readonly connection: NatsConnection;
  readonly namespace: Namespace;
  /** Answers to this service come under it; permissions allow it nothing else. */
  readonly inboxPrefix: string;
  readonly isConnected: () => boolean;
  /** Calls back after each reconnect. */
  readonly onReconnect: (listener: () => void) => void;
  /** Asks a service and waits for its answer. Never throws for anything the other side does or fails to do. */
  readonly ask: <Definition extends RequestDefinition>(
    definition: Definition,
    input: RequestInput<Definition>,
    options: AskOptions,
  ) => Promise<AskResult<ReplyData<Definition>, RefusalCode<Definition>>>;
  /** Answers requests as a member of the service's queue group; returns what ends it. */
  readonly answer: (options: AnswerOptions) => () => Promise<void>;
  /** A message to whoever listens now; nobody may. Dropped while disconnected. */
  readonly publishCore: (subject: string, text: string) => void;
  /** Listens to core messages; returns what ends it. */
  readonly subscribeCore: (subject: string, onMessage: (text: string) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** The server is older than this system can run on. */
export class NatsTooOldError extends Error {
  override readonly name = "NatsTooOldError";
}

/**
 * Connects and goes on reconnecting for ever. Throws when the first connection fails, and `NatsTooOldError`
 * when the server is older than 2.12.
 */
export async function connectNats(options: {
  readonly url: string;
  readonly name: string;
  readonly namespace: Namespace;
}): Promise<Messaging> {
  const inboxPrefix = `_INBOX.${options.name}`;
  const connection = await connect({
    servers: options.url,
    name: options.name,
    timeout: messagingLimits.connectTimeoutMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: messagingLimits.reconnectWaitMs,
    reconnectJitter: 50,
    pingInterval: messagingLimits.pingIntervalMs,
    maxPingOut: 2,
    inboxPrefix,
    // Otherwise every ask takes a stack trace, in case it fails; the caller's cause says as much.
    noAsyncTraces: true,
  });
  await refuseOldServer(connection);
  const listeners: (() => void)[] = [];
  let connected = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === "disconnect") connected = false;
      if (status.type !== "reconnect") continue;
      connected = true;
      for (const listener of listeners) listener();
    }
  })();
  const isConnected = () => connected && !connection.isClosed();
  const wire = { connection, namespace: options.namespace, isConnected };
  return {
    ...wire,
    inboxPrefix,
    ask: (definition, input, askOptions) => askOver(wire, definition, input, askOptions),
    answer: (answerOptions) => answerOver(wire, answerOptions),
    onReconnect: (listener) => void listeners.push(listener),
    publishCore(subject, text) {
      if (isConnected()) connection.publish(subject, text);
    },
    subscribeCore(subject, onMessage) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) onMessage(message.string());
        },
      });
      return () => subscription.unsubscribe();
    },
    close: () => (connection.isClosed() ? Promise.resolve() : connection.close()),
  };
}

async function refuseOldServer(connection: NatsConnection): Promise<void> {
  const version = connection.info?.version ?? "0";
  if (isAtLeast(version, natsVersionMin)) return;
  await connection.close();
  throw new NatsTooOldError(`NATS ${version} is too old: ${natsVersionMin} or newer is needed`);
}

/** Compares two versions by their first three numbers. */
export function isAtLeast(version: string, least: string): boolean {
  const numbersOf = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [have, need] = [numbersOf(version), numbersOf(least)];
  for (const [index, wanted] of need.entries()) {
    const found = have[index] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}
