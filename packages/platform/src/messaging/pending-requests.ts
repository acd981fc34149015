import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from "@nats-io/transport-node";
import type { ConnectionWatch } from "./connection-watch.ts";
import type { TurnWrites } from "./turn-writes.ts";

export type ReceivedReply = { readonly kind: "message"; readonly message: Msg } | NoReply;
type NoReply = { readonly kind: "no-responders" | "timeout" };

const noService: NoReply = { kind: "no-responders" };
const tooLate: NoReply = { kind: "timeout" };

export interface PendingRequests {
  /** Waits no longer than the connection over which the request went. Never throws. */
  readonly send: (
    subject: string,
    text: string,
    options: { readonly timeoutMs: number; readonly headers: MsgHdrs },
  ) => Promise<ReceivedReply>;
  readonly drop: () => void;
}

/** One subscription for all replies. NATS's own `request` makes two errors with stack traces for each good reply. */
export function createPendingRequests(
  wire: {
    readonly connection: NatsConnection;
    readonly watch: Pick<ConnectionWatch, "isConnected" | "onDisconnect" | "onForbidden">;
    readonly soon: TurnWrites["add"];
  },
  inboxPrefix: string,
): PendingRequests {
  const { connection, watch, soon } = wire;
  const inbox = createInbox(inboxPrefix);
  const waiting = new Map<string, Waiting>();
  const subscribe = () =>
    connection.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error === null) waiting.get(message.subject)?.settle(receivedReplyOf(message));
      },
    });
  let replies = subscribe();
  let lastNumber = 0;
  const drop = (): void => {
    for (const { settle } of waiting.values()) settle(noService);
  };
  // A reply that was lost with its connection never comes.
  watch.onDisconnect(drop);
  watch.onForbidden((what) => {
    if (what.operation === "subscription")
      return what.subject === `${inbox}.*` ? drop() : undefined;
    for (const { subject, settle } of waiting.values()) {
      if (subject === what.subject) settle(noService);
    }
  });
  return {
    drop,
    send(subject, text, { timeoutMs, headers }) {
      if (!watch.isConnected()) return Promise.resolve(noService);
      // The server took it away; perhaps it allows it again.
      if (replies.isClosed()) replies = subscribe();
      lastNumber += 1;
      const reply = `${inbox}.${lastNumber}`;
      return new Promise((resolve) => {
        const settle = (received: ReceivedReply): void => {
          clearTimeout(timer);
          waiting.delete(reply);
          resolve(received);
        };
        const timer = setTimeout(settle, timeoutMs, tooLate);
        waiting.set(reply, { subject, settle });
        soon(() => {
          // Nobody waits for it any more: its time is over, or its connection was lost.
          if (!waiting.has(reply)) return;
          try {
            connection.publish(subject, text, { reply, headers });
          } catch {
            // More than the server takes.
            settle(noService);
          }
        });
      });
    },
  };
}

interface Waiting {
  readonly subject: string;
  readonly settle: (received: ReceivedReply) => void;
}

/** The server itself replies, with nothing but a status, where nobody listens. */
function receivedReplyOf(message: Msg): ReceivedReply {
  const isFromServer = message.data.length === 0 && message.headers?.code === 503;
  return isFromServer ? noService : { kind: "message", message };
}
