import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from "@nats-io/transport-node";
import type { ConnectionWatch } from "./connection-watch.ts";
import type { TurnWrites } from "./turn-writes.ts";

/** What came back for an ask, if anything did. */
export type Echo = { readonly kind: "message"; readonly message: Msg } | NoEcho;
type NoEcho = { readonly kind: "no-service" | "too-late" };

const noService: NoEcho = { kind: "no-service" };
const tooLate: NoEcho = { kind: "too-late" };

/** Asks that wait for their answers. */
export interface PendingAsks {
  /** Sends an ask and waits for what comes back, no longer than the connection over which it went. Never throws. */
  readonly send: (
    subject: string,
    text: string,
    options: { readonly timeoutMs: number; readonly headers: MsgHdrs },
  ) => Promise<Echo>;
  /** Gives up all that wait. */
  readonly drop: () => void;
}

/**
 * Asks over one subscription for all answers. NATS's own `request` does the same, and makes two errors with their
 * stack traces for each answer that arrives well.
 */
export function createPendingAsks(
  wire: {
    readonly connection: NatsConnection;
    readonly watch: Pick<ConnectionWatch, "isConnected" | "onDisconnect" | "onForbidden">;
    readonly soon: TurnWrites["add"];
  },
  inboxPrefix: string,
): PendingAsks {
  const { connection, watch, soon } = wire;
  const inbox = createInbox(inboxPrefix);
  const waiting = new Map<string, Waiting>();
  const subscribe = () =>
    connection.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error === null) waiting.get(message.subject)?.settle(echoOf(message));
      },
    });
  let answers = subscribe();
  let lastNumber = 0;
  const drop = (): void => {
    for (const { settle } of waiting.values()) settle(noService);
  };
  // An answer that was lost with its connection never comes.
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
      if (answers.isClosed()) answers = subscribe();
      lastNumber += 1;
      const reply = `${inbox}.${lastNumber}`;
      return new Promise((resolve) => {
        const settle = (echo: Echo): void => {
          clearTimeout(timer);
          waiting.delete(reply);
          resolve(echo);
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
  readonly settle: (echo: Echo) => void;
}

/** The server itself answers, with nothing but a status, where nobody listens. */
function echoOf(message: Msg): Echo {
  const isFromServer = message.data.length === 0 && message.headers?.code === 503;
  return isFromServer ? noService : { kind: "message", message };
}
