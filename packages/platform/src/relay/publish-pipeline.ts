import { createInbox, type Msg } from "@nats-io/transport-node";
import { createWatch, type Watch } from "../loop/create-watch.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { acknowledgementOf } from "./acknowledgement.ts";
import type { FactMessage } from "./fact-message.ts";
import { factPublisher } from "./fact-publisher.ts";
import { createFactsInFlight, type FactsInFlight } from "./facts-in-flight.ts";
import { relayLimits } from "./limits.ts";

/** After it nothing is known but what the stream itself says. */
export type PipelineFailure =
  | "refused"
  | "unexpected-sequence"
  | "no-acknowledgement"
  | "disconnected"
  | "no-stream";

export type PipelineWire = Pick<Messaging, "connection" | "inboxPrefix" | "onDisconnect">;

/** Each message is fenced by the stream sequence it expects, many in flight. */
export interface PublishPipeline {
  /** `isLast`: nothing follows for now, so it asks for its acknowledgement. */
  readonly send: (message: FactMessage, isLast: boolean) => void;
  readonly hasRoom: (letters: number) => boolean;
  readonly room: (letters: number) => Promise<void>;
  readonly failure: () => PipelineFailure | undefined;
  readonly acknowledgedSequence: () => number;
  readonly close: () => void;
}

export interface PipelineOptions {
  readonly messaging: PipelineWire;
  readonly stream: string;
  readonly fence: number;
  readonly onAcknowledged: (facts: number) => void;
  readonly onFailure: () => void;
}

/**
 * The first message behind a pause goes alone: were the fence too low, because somebody else published meanwhile, the stream would
 * refuse as many as it is behind and take the next, and those refused would never be in it.
 * No `Nats-Msg-Id`: inside the duplicate window a refill would be acknowledged and not stored.
 * An acknowledgement counts only if its sequence is the expected one. One speaks for all before it, so not every fact asks for its
 * own: whatever is missing in between leaves the fences behind it too high. Only another relay may take a place meanwhile, and with
 * the same fact, for both follow one log from one stream.
 */
export function openPipeline(options: PipelineOptions): PublishPipeline {
  const { connection, inboxPrefix, onDisconnect } = options.messaging;
  const inbox = createInbox(inboxPrefix);
  const publish = factPublisher(connection, inbox);
  const isAcknowledgement = acknowledgementOf(options.stream);
  const open = createFactsInFlight(options.fence);
  let reported = options.fence;
  let failure: PipelineFailure | undefined;
  let onProgress: (() => void) | undefined;

  const fail = (why: PipelineFailure) => {
    if (failure !== undefined) return;
    failure = why;
    onProgress?.();
    options.onFailure();
  };
  /** Acknowledgements come many to a read of the socket, and are told once. */
  const report = () => {
    const facts = open.acknowledged() - reported;
    reported = open.acknowledged();
    options.onAcknowledged(facts);
    onProgress?.();
  };
  const onReply = (error: Error | null, message: Msg) => {
    if (failure !== undefined) return;
    if (error !== null) return fail("no-acknowledgement");
    const expected = open.awaited();
    if (expected === undefined) return fail("unexpected-sequence");
    if (!isAcknowledgement(message.data, expected)) {
      const why = readReply(message, expected);
      if (why !== undefined) return fail(why);
    }
    if (open.acknowledged() === reported) queueMicrotask(report);
    open.endAwaited();
    return undefined;
  };
  const subscription = connection.subscribe(inbox, { callback: onReply });
  // Acknowledgements that were lost with the connection never come.
  const stopListening = onDisconnect(() => fail("disconnected"));
  const watch = watchOverdue(open, () => fail("no-acknowledgement"));

  return {
    send(message, isLast) {
      if (failure !== undefined) return;
      const asks = isLast || open.isReplyDue();
      open.add(publish(message, open.sent(), asks), asks, isLast);
      watch.begin();
    },
    hasRoom: (letters) => open.hasRoomFor(letters),
    room(letters) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onProgress = () => {
        if (failure !== undefined || open.hasRoomFor(letters)) resolve();
      };
      onProgress();
      return promise;
    },
    failure: () => failure,
    acknowledgedSequence: open.acknowledged,
    close() {
      watch.end();
      stopListening();
      failure ??= "no-acknowledgement";
      onProgress?.();
      if (!subscription.isClosed()) subscription.unsubscribe();
    },
  };
}

/** Looks for an acknowledgement that is overdue while facts are in flight. */
function watchOverdue(open: FactsInFlight, onOverdue: () => void): Watch {
  const watch = createWatch(relayLimits.ackTimeoutMs / 4, () => {
    if (open.isOverdue()) onOverdue();
    if (open.sent() === open.acknowledged()) watch.end();
  });
  return watch;
}

const noResponders = "503";

/** Replies come in the order of the publishes, because one server answers one connection's stream in order. */
function readReply(message: Msg, expected: number): PipelineFailure | undefined {
  if (message.data.length === 0) {
    return message.headers?.code.toString() === noResponders ? "no-stream" : "refused";
  }
  const acknowledgement: { seq?: number; error?: unknown; duplicate?: boolean } = message.json();
  if (acknowledgement.error !== undefined) return "refused";
  return acknowledgement.seq === expected && acknowledgement.duplicate !== true
    ? undefined
    : "unexpected-sequence";
}
