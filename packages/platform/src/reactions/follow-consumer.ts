import { type ConsumerMessages, type JsMsg, jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { reactionLimits } from "./limits.ts";

/** A durable that is being followed. */
export interface Following {
  /** False while the stream or the durable does not exist or cannot be reached. */
  readonly isFollowing: () => boolean;
  /** No more messages after this. */
  readonly stop: () => Promise<void>;
}

export interface FollowOptions {
  readonly connection: NatsConnection;
  readonly stream: string;
  readonly durable: string;
  readonly onMessage: (message: JsMsg) => void;
  /** Told once for each time that the durable cannot be followed, not for each try. */
  readonly onTrouble: (reason: string) => void;
}

/**
 * Delivers the messages of a durable, for ever: when the stream or the durable is gone it waits until the set-up
 * job has made it again, and goes on.
 */
export function followConsumer(options: FollowOptions): Following {
  const ending = Promise.withResolvers<undefined>();
  let messages: ConsumerMessages | undefined;
  let stopped = false;
  let troubled = false;

  const consume = async (): Promise<void> => {
    const { consumers } = jetstream(options.connection);
    const consumer = await consumers.get(options.stream, options.durable);
    messages = await consumer.consume({
      max_messages: reactionLimits.prefetchMax,
      expires: reactionLimits.pullExpiresMs,
      idle_heartbeat: reactionLimits.heartbeatMs,
      abort_on_missing_resource: true,
      callback: (message) => {
        if (!stopped) options.onMessage(message);
      },
    });
    troubled = false;
    const error = await Promise.race([messages.closed(), ending.promise]);
    await messages.close();
    if (error instanceof Error) throw error;
  };

  const follow = async (): Promise<void> => {
    while (!stopped) {
      try {
        await consume();
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
