import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import {
  inboxPrefix as inboxPrefixOf,
  type Namespace,
  type RefusalCode,
  type ReplyData,
  type RequestDefinition,
  type RequestInput,
} from "@sanu/contracts";
import type { Secret } from "../config/secret.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { type ConnectionWatch, watchConnection } from "./connection-watch.ts";
import { messagingLimits, natsVersionMin } from "./limits.ts";
import { measured, type RequestObserver } from "./measured-requests.ts";
import { createPendingRequests } from "./pending-requests.ts";
import { type RequestOptions, type RequestResult, requestOver } from "./request.ts";
import { inRequestSpan } from "./request-spans.ts";
import { type ServeOptions, serveOver } from "./serve.ts";
import { createTurnWrites } from "./turn-writes.ts";

export interface Messaging extends ConnectionWatch {
  readonly connection: NatsConnection;
  readonly namespace: Namespace;
  /** Permissions allow replies to this service under it and nowhere else. */
  readonly inboxPrefix: string;
  /** Never throws for anything the other side does or fails to do. */
  readonly request: <Definition extends RequestDefinition>(
    definition: Definition,
    input: RequestInput<Definition>,
    options: RequestOptions,
  ) => Promise<RequestResult<ReplyData<Definition>, RefusalCode<Definition>>>;
  /** As a member of the service's queue group; returns what ends it. */
  readonly serve: (options: ServeOptions) => () => Promise<void>;
  /** Now or, in a busy process, with the other writes of this turn; never once the connection is closed. */
  readonly soon: (write: () => void) => void;
  /** To whoever listens now; nobody may. Dropped while disconnected. */
  readonly publishCore: (subject: string, text: string) => void;
  /** Of those who listen under the same name as a group each message reaches one. */
  readonly subscribeCore: (
    subject: string,
    onMessage: (text: string) => void,
    options?: { readonly group?: string },
  ) => () => void;
  readonly close: () => Promise<void>;
}

class NatsTooOldError extends Error {
  override readonly name = "NatsTooOldError";
}

/** Reconnects for ever. Throws when the first connection fails, and `NatsTooOldError` for a server older than 2.12. */
export async function connectNats(options: {
  readonly url: string;
  readonly name: string;
  /** Who logs in, where there is a password; by default the name. */
  readonly user?: string | undefined;
  readonly password?: Secret | undefined;
  readonly namespace: Namespace;
  readonly onRequest?: RequestObserver;
  readonly tracer?: Tracer;
}): Promise<Messaging> {
  const { onRequest, tracer, name, user = name, password } = options;
  const inboxPrefix = inboxPrefixOf(name);
  const connection = await connectFirst({
    servers: options.url,
    name,
    ...credentialsOf(user, password),
    timeout: messagingLimits.dialTimeoutMs,
    maxReconnectAttempts: -1,
    // A server that has the wrong users for a while would otherwise end the connection for good.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: messagingLimits.reconnectWaitMs,
    reconnectJitter: 50,
    pingInterval: messagingLimits.pingIntervalMs,
    maxPingOut: messagingLimits.pingsOpenMax,
    inboxPrefix,
    // Otherwise every request takes a stack trace, in case it fails; the caller's cause says as much.
    noAsyncTraces: true,
  });
  await refuseOldServer(connection);
  const watch = watchConnection(connection);
  const { namespace } = options;
  const writes = createTurnWrites(() => connection.isClosed());
  const soon = writes.add;
  const pending = createPendingRequests({ connection, watch, soon }, inboxPrefix);
  const wire = { connection, namespace, soon };
  return {
    ...wire,
    ...watch,
    inboxPrefix,
    request: (definition, input, requestOptions) =>
      inRequestSpan({ side: "client", definition, tracer }, requestOptions.context, (context) =>
        measured({ side: "client", definition, onRequest, context }, () =>
          requestOver({ pending, namespace }, definition, input, { ...requestOptions, context }),
        ),
      ),
    serve: (serveOptions) => serveOver({ ...wire, onRequest, tracer }, serveOptions),
    publishCore(subject, text) {
      soon(() => {
        if (watch.isConnected()) connection.publish(subject, text);
      });
    },
    subscribeCore(subject, onMessage, { group } = {}) {
      const subscription = connection.subscribe(subject, {
        ...(group !== undefined && { queue: group }),
        callback: (error, message) => {
          if (error === null) onMessage(message.string());
        },
      });
      return () => subscription.unsubscribe();
    },
    async close() {
      pending.drop();
      writes.flush();
      if (!connection.isClosed()) await connection.close();
    },
  };
}

/** How a user logs in; a server without users, as tests have it, wants nothing. */
export function credentialsOf(user: string, password: Secret | undefined) {
  return password === undefined ? {} : { user, pass: password.reveal() };
}

/** A server that is not reached in time is tried again; one that refuses is not. */
async function connectFirst(options: NodeConnectionOptions): Promise<NatsConnection> {
  const deadlineAt = performance.now() + messagingLimits.connectTimeoutMs;
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      if (isLate && performance.now() < deadlineAt) continue;
      throw isLate ? error : await ownWordOf(options, error);
    }
  }
}

/**
 * Servers name each other to who asks, before they look at the login, and the library tries all of them and tells what the last one said: of a
 * login that was refused then that nobody listens at an address inside the cluster, or that it is in no certificate. What the server of the
 * setting says by itself is why.
 */
async function ownWordOf(options: NodeConnectionOptions, said: unknown): Promise<unknown> {
  try {
    const alone = await connect({ ...options, ignoreClusterUpdates: true });
    await alone.close();
    return said;
  } catch (error) {
    return error;
  }
}

async function refuseOldServer(connection: NatsConnection): Promise<void> {
  const version = connection.info?.version ?? "0";
  if (isAtLeast(version, natsVersionMin)) return;
  await connection.close();
  throw new NatsTooOldError(`NATS ${version} is too old: ${natsVersionMin} or newer is needed`);
}

/** What stands behind a dash does not count. */
export function isAtLeast(version: string, least: string): boolean {
  const numbersOf = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [have, need] = [numbersOf(version), numbersOf(least)];
  for (const [index, wanted] of need.entries()) {
    const found = have[index] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}
