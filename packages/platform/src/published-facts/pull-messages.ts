import { AckPolicy, DeliverPolicy, jetstreamManager, ReplayPolicy } from "@nats-io/jetstream";
import { type Msg, nanos, nuid } from "@nats-io/transport-node";
import type { Messaging } from "../messaging/connect-nats.ts";
import { deliveryReader } from "./delivery-reader.ts";
import { publishedFactLimits } from "./limits.ts";

export interface Pull {
  /** Lets so many messages more come. */
  readonly ask: (messages: number) => void;
  /** How many were asked for and have not come. */
  readonly open: () => number;
  /** Resolves once nothing will come any more: a message is missing, the server has ended it, or it says nothing for long. */
  readonly ended: Promise<PullEnd>;
  readonly close: () => Promise<void>;
}

export interface PullEnd {
  readonly cause: unknown;
  /** Whoever took a message has thrown, and would again. */
  readonly isLasting: boolean;
}

/**
 * Pulls a stream's messages in order, from a consumer of its own that nobody acknowledges to. The client's own ordered consumer makes
 * an object of each delivery and queues each message, which costs as much as all the rest of its reception (decision 50).
 */
export async function pullMessages(
  { connection, inboxPrefix }: Pick<Messaging, "connection" | "inboxPrefix">,
  from: { readonly stream: string; readonly sequence: number },
  onMessage: (sequence: number, message: Msg) => void,
): Promise<Pull> {
  const { stream } = from;
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const name = nuid.next();
  await manager.consumers.add(stream, {
    ...consumerOf(name),
    opt_start_seq: from.sequence,
  });
  const ended = Promise.withResolvers<PullEnd>();
  const inbox = `${inboxPrefix}.${nuid.next()}`;
  const readDelivery = deliveryReader(name);
  let deliveries = 0;
  let open = 0;
  let silentSteps = 0;
  let isOver = false;
  const end = (why: PullEnd): void => {
    // At once: what comes in the same piece of memory is behind a gap already.
    isOver = true;
    ended.resolve(why);
  };
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (isOver) return;
      silentSteps = 0;
      const delivery = error === null ? readDelivery(message.reply ?? "") : undefined;
      // What is no delivery says that nothing more will come; behind a gap one has to begin anew.
      if (delivery === undefined) return end({ cause: error ?? whyOf(message), isLasting: false });
      if (delivery.delivery !== deliveries + 1) {
        return end({ cause: new Error("A message is missing"), isLasting: false });
      }
      deliveries += 1;
      open -= 1;
      try {
        onMessage(delivery.sequence, message);
      } catch (cause) {
        // Beyond this lies the client's reader, which would stop for good.
        end({ cause, isLasting: true });
      }
    },
  });
  // In steps, and not by the clock, which would be read for every message. Whoever asks for nothing is not kept waiting.
  const timer = setInterval(() => {
    silentSteps = open > 0 ? silentSteps + 1 : 0;
    if (silentSteps <= publishedFactLimits.silentStepsMax) return;
    end({ cause: new Error("Nothing came of what was asked for"), isLasting: false });
  }, publishedFactLimits.silentStepMs);
  return {
    ended: ended.promise,
    open: () => open,
    ask(messages) {
      open += messages;
      const asked = { batch: messages, expires: nanos(publishedFactLimits.pullExpiresMs) };
      const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`;
      connection.publish(subject, JSON.stringify(asked), { reply: inbox });
    },
    async close() {
      clearInterval(timer);
      subscription.unsubscribe();
      await manager.consumers.delete(stream, name).catch(() => undefined);
    },
  };
}

/** What the server says in place of a message: `409 Server Shutdown`. */
function whyOf({ headers }: Msg): Error {
  return new Error(`NATS says: ${headers?.description ?? "nothing that is known here"}`);
}

/** Without a filter, which would be a part of the subject that the user `analyst` may publish to. */
function consumerOf(name: string) {
  return {
    name,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    replay_policy: ReplayPolicy.Instant,
    max_deliver: 1,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(publishedFactLimits.consumerIdleMs),
  };
}
