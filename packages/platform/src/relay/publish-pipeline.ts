import { createInbox, type Msg, type MsgHdrs, MsgHdrsImpl } from "@nats-io/transport-node";
import type { Messaging } from "../messaging/connect-nats.ts";
import type { FactMessage } from "./fact-message.ts";
import { relayLimits } from "./limits.ts";

/** Why a pipeline stopped. After it nothing is known but what the stream itself says. */
export type PipelineFailure =
  | "refused"
  | "unexpected-sequence"
  | "no-acknowledgement"
  | "no-stream";

/** Publishes in order, each message fenced by the stream sequence it expects, many in flight. */
export interface PublishPipeline {
  /** Sends one message; at most `inFlightMax` and `inFlightBytesMax` may be open. */
  readonly send: (message: FactMessage) => void;
  /** Waits until all these may be sent too, or nothing is open, or the pipeline failed. */
  readonly room: (messages: readonly FactMessage[]) => Promise<void>;
  /** Waits until everything sent is acknowledged, or the pipeline failed. */
  readonly drained: () => Promise<void>;
  readonly failure: () => PipelineFailure | undefined;
  /** The sequence of the last message that was acknowledged. */
  readonly acknowledgedSequence: () => number;
  readonly close: () => void;
}

const noResponders = "503";

/**
 * Opens a pipeline behind a fence. There is no `Nats-Msg-Id`: inside the duplicate window a refill would be
 * acknowledged and not stored. An acknowledgement counts only if its sequence is the expected one.
 */
export function openPipeline(
  { connection, inboxPrefix }: Pick<Messaging, "connection" | "inboxPrefix">,
  fence: number,
  onAcknowledged: (facts: number) => void,
): PublishPipeline {
  const inbox = createInbox(inboxPrefix);
  let sent = fence;
  let acknowledged = fence;
  let failure: PipelineFailure | undefined;
  let lastProgressAt = performance.now();
  const open = createOpenSizes();
  const waiters = new Set<() => void>();

  const wakeAll = () => {
    for (const waiter of waiters) waiter();
  };
  const fail = (why: PipelineFailure) => {
    failure ??= why;
    wakeAll();
  };
  const onReply = (error: Error | null, message: Msg) => {
    if (failure !== undefined) return;
    if (error !== null) return fail("no-acknowledgement");
    const why = readAcknowledgement(message, acknowledged + 1);
    if (why !== undefined) return fail(why);
    acknowledged += 1;
    open.endFirst();
    lastProgressAt = performance.now();
    onAcknowledged(1);
    if (waiters.size > 0) wakeAll();
    return undefined;
  };
  const subscription = connection.subscribe(inbox, { callback: onReply });
  const watch = setInterval(() => {
    const isOverdue = performance.now() - lastProgressAt > relayLimits.ackTimeoutMs;
    if (sent > acknowledged && isOverdue) fail("no-acknowledgement");
  }, relayLimits.ackTimeoutMs / 4);

  const until = (isTrue: () => boolean) => {
    if (isTrue() || failure !== undefined) return Promise.resolve();
    return new Promise<void>((resolve) => {
      const waiter = () => {
        if (!isTrue() && failure === undefined) return;
        waiters.delete(waiter);
        resolve();
      };
      waiters.add(waiter);
    });
  };

  return {
    send(message) {
      if (failure !== undefined) return;
      if (sent === acknowledged) lastProgressAt = performance.now();
      const headers = headersOf(message, sent);
      connection.publish(message.subject, message.data, { headers, reply: inbox });
      sent += 1;
      open.add(message);
    },
    room: (messages) => until(() => sent === acknowledged || open.hasRoomFor(messages)),
    drained: () => until(() => sent === acknowledged),
    failure: () => failure,
    acknowledgedSequence: () => acknowledged,
    close() {
      clearInterval(watch);
      fail("no-acknowledgement");
      if (!subscription.isClosed()) subscription.unsubscribe();
    },
  };
}

/** The sizes of what is sent and not acknowledged, in order. */
function createOpenSizes() {
  const sizes: number[] = [];
  let bytes = 0;
  return {
    add({ data }: FactMessage): void {
      sizes.push(data.length);
      bytes += data.length;
    },
    endFirst(): void {
      bytes -= sizes.shift() ?? 0;
    },
    hasRoomFor(messages: readonly FactMessage[]): boolean {
      const { inFlightMax, inFlightBytesMax } = relayLimits;
      const added = messages.reduce((sum, { data }) => sum + data.length, 0);
      return sizes.length + messages.length <= inFlightMax && bytes + added <= inFlightBytesMax;
    },
  };
}

/** From a record: setting headers one by one costs more than everything else that the relay does. */
function headersOf(message: FactMessage, expectedSequence: number): MsgHdrs {
  return MsgHdrsImpl.fromRecord({
    ...message.headers,
    "Nats-Expected-Last-Sequence": [String(expectedSequence)],
  });
}

/** Replies come in the order of the publishes, because one server answers one connection's stream in order. */
function readAcknowledgement(message: Msg, expected: number): PipelineFailure | undefined {
  if (message.data.length === 0) {
    return message.headers?.code.toString() === noResponders ? "no-stream" : "refused";
  }
  const answer: { seq?: number; error?: unknown; duplicate?: boolean } = message.json();
  if (answer.error !== undefined) return "refused";
  return answer.seq === expected && answer.duplicate !== true ? undefined : "unexpected-sequence";
}
