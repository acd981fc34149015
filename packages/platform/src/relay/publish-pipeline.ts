import { createInbox, type Msg, MsgHdrsImpl } from "@nats-io/transport-node";
import type { Messaging } from "../messaging/connect-nats.ts";
import { acknowledgementOf } from "./acknowledgement.ts";
import type { FactMessage } from "./fact-message.ts";
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
  readonly send: (message: FactMessage) => void;
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
 * The first message goes alone: were the fence too low, because another relay publishes too, the stream would refuse as
 * many as it is behind and take the next, and those refused would never be in it.
 * No `Nats-Msg-Id`: inside the duplicate window a refill would be acknowledged and not stored.
 * An acknowledgement counts only if its sequence is the expected one.
 */
export function openPipeline(options: PipelineOptions): PublishPipeline {
  const { connection, inboxPrefix, onDisconnect } = options.messaging;
  const inbox = createInbox(inboxPrefix);
  const publish = publisherOf(connection, inbox);
  const isAcknowledgement = acknowledgementOf(options.stream);
  const open = createOpenMessages(options.fence);
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
    const expected = open.acknowledged() + 1;
    if (!isAcknowledgement(message.data, expected)) {
      const why = readReply(message, expected);
      if (why !== undefined) return fail(why);
    }
    if (open.acknowledged() === reported) queueMicrotask(report);
    open.endFirst();
    return undefined;
  };
  const subscription = connection.subscribe(inbox, { callback: onReply });
  // Acknowledgements that were lost with the connection never come.
  const stopListening = onDisconnect(() => fail("disconnected"));
  const watch = setInterval(() => {
    if (open.isOverdue()) fail("no-acknowledgement");
  }, relayLimits.ackTimeoutMs / 4);

  return {
    send(message) {
      if (failure === undefined) open.add(publish(message, open.sent()));
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
      clearInterval(watch);
      stopListening();
      failure ??= "no-acknowledgement";
      onProgress?.();
      if (!subscription.isClosed()) subscription.unsubscribe();
    },
  };
}

function createOpenMessages(fence: number) {
  const sizes: number[] = [];
  let bytes = 0;
  let sent = fence;
  let acknowledged = fence;
  let lastProgressAt = performance.now();
  return {
    sent: () => sent,
    acknowledged: () => acknowledged,
    isOverdue: () =>
      sizes.length > 0 && performance.now() - lastProgressAt > relayLimits.ackTimeoutMs,
    add(size: number): void {
      if (sizes.length === 0) lastProgressAt = performance.now();
      sizes.push(size);
      bytes += size;
      sent += 1;
    },
    endFirst(): void {
      lastProgressAt = performance.now();
      bytes -= sizes.shift() ?? 0;
      acknowledged += 1;
    },
    hasRoomFor(letters: number): boolean {
      if (sizes.length === 0) return true;
      const { inFlightMax, inFlightBytesMax } = relayLimits;
      const fits = sizes.length < inFlightMax && bytes + letters <= inFlightBytesMax;
      return fits && acknowledged > fence;
    },
  };
}

function publisherOf(
  connection: PipelineWire["connection"],
  inbox: string,
): (message: FactMessage, expectedSequence: number) => number {
  const headers = new MsgHdrsImpl();
  let bytes: Uint8Array = new Uint8Array();
  headers.encode = () => bytes;
  return ({ subject, head, data }, expectedSequence) => {
    bytes = Buffer.from(`${head}\r\nNats-Expected-Last-Sequence: ${expectedSequence}\r\n\r\n`);
    const payload = Buffer.from(data);
    connection.publish(subject, payload, { headers, reply: inbox });
    return payload.length;
  };
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
