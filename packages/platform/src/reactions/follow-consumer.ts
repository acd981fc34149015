import { type ConsumerMessages, type JsMsg, jetstream } from "@nats-io/jetstream";
import type { Subscription } from "@nats-io/transport-node";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { DisconnectedError } from "../messaging/connection-watch.ts";
import { reactionLimits } from "./limits.ts";

export interface Following {
  /** False while the stream or the durable does not exist or cannot be reached. */
  readonly isFollowing: () => boolean;
  /** Asks for nothing more; what is on its way still comes, and behind it the promise resolves. */
  readonly stop: () => Promise<void>;
}

export interface FollowOptions {
  readonly messaging: Pick<Messaging, "connection" | "whileConnected" | "onDisconnect">;
  readonly stream: string;
  readonly durable: string;
  /** Whoever can handle nothing for a while asks for nothing: others get it. */
  readonly gate: Pick<ServiceGate, "isOpen" | "onClose">;
  readonly onMessage: (message: JsMsg) => void;
  /** Told once for each time that the durable cannot be followed, not for each try. */
  readonly onTrouble: (reason: string) => void;
}

/**
 * For ever: when the stream, the durable or the connection is gone it waits. The client library would recover too, but
 * waits for the end of its last request for messages when it asks in a bad moment.
 */
export function followConsumer(options: FollowOptions): Following {
  const ending = Promise.withResolvers<undefined>();
  let messages: ConsumerMessages | undefined;
  let stopped = false;
  let troubled = false;

  const consume = async (): Promise<void> => {
    messages = await openMessages(options, options.onMessage);
    troubled = false;
    const broken = whenBroken(messages, options.messaging);
    const barred = whenBarred(options.gate);
    const ends = [messages.closed(), broken.promise, barred.promise, ending.promise];
    const error = await Promise.race(ends);
    broken.stopListening();
    barred.stopListening();
    const isLeft = stopped || !options.gate.isOpen();
    if (isLeft && error === undefined) await takeRest(messages, options.messaging);
    await messages.close();
    if (error instanceof Error) throw error;
  };

  const follow = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (options.gate.isOpen()) await consume();
      } catch (error) {
        if (!troubled) options.onTrouble(error instanceof Error ? error.message : "unknown");
        troubled = true;
      }
      messages = undefined;
      if (!stopped) await Promise.race([pause(reactionLimits.missingRetryMs), ending.promise]);
    }
  };

  const running = follow();
  return {
    isFollowing: () => messages !== undefined,
    async stop() {
      stopped = true;
      ending.resolve(undefined);
      await running;
    },
  };
}

/**
 * The client's own way to stop forgets what the server has sent by then: it would come to somebody else only when the
 * time for its acknowledgement is over. A subscription that drains brings all of it first.
 */
async function takeRest(
  messages: ConsumerMessages & { readonly sub?: Pick<Subscription, "drain"> },
  { whileConnected }: Pick<Messaging, "whileConnected">,
): Promise<void> {
  await whileConnected(async () => messages.sub?.drain()).catch(() => undefined);
}

async function openMessages(
  { messaging, stream, durable }: FollowOptions,
  callback: (message: JsMsg) => void,
): Promise<ConsumerMessages> {
  const { consumers } = jetstream(messaging.connection, {
    timeout: reactionLimits.requestTimeoutMs,
  });
  const consumer = await messaging.whileConnected(() => consumers.get(stream, durable));
  return consumer.consume({
    max_messages: reactionLimits.prefetchMax,
    expires: reactionLimits.pullExpiresMs,
    idle_heartbeat: reactionLimits.heartbeatMs,
    abort_on_missing_resource: true,
    callback,
  });
}

/** Resolves when the connection is lost, or when the server stays silent although it has to give signs of life. */
function whenBroken(
  messages: ConsumerMessages,
  messaging: FollowOptions["messaging"],
): { readonly promise: Promise<Error>; readonly stopListening: () => void } {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const stopListening = messaging.onDisconnect(() =>
    resolve(new DisconnectedError("NATS was lost")),
  );
  const listen = async (): Promise<void> => {
    for await (const { type } of messages.status()) {
      if (type === "heartbeats_missed") resolve(new Error("NATS gives no sign of life"));
    }
  };
  void listen();
  return { promise, stopListening };
}

/** Resolves when the gate is closed for longer than a moment: then somebody else may have what is left. */
function whenBarred({ isOpen, onClose }: FollowOptions["gate"]): {
  readonly promise: Promise<undefined>;
  readonly stopListening: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let looking: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    clearTimeout(looking);
    looking = setTimeout(() => {
      if (!isOpen()) resolve(undefined);
    }, reactionLimits.workingEveryMs);
  };
  const removeListener = onClose(lookLater);
  // It may have closed while the messages were opened.
  if (!isOpen()) lookLater();
  const stopListening = (): void => {
    removeListener();
    clearTimeout(looking);
  };
  return { promise, stopListening };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
