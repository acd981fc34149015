import { type NatsConnection, PermissionViolationError } from "@nats-io/transport-node";
import { inboxRoot } from "@sanu/contracts";

/** The connection was not there, or broke before the answer: nothing is known about what the other side did. */
export class DisconnectedError extends Error {
  override readonly name = "DisconnectedError";
}

export interface Forbidden {
  readonly operation: "publish" | "subscription";
  readonly subject: string;
}

export interface ConnectionWatch {
  readonly isConnected: () => boolean;
  /** The connection is not there, or may not listen where it has to; a right given later needs a restart. */
  readonly trouble: () => string | undefined;
  readonly onDisconnect: (listener: () => void) => () => void;
  readonly onReconnect: (listener: () => void) => () => void;
  readonly onForbidden: (listener: (what: Forbidden) => void) => () => void;
  /** An answer that was lost with its connection never comes. Throws `DisconnectedError`, and what the work throws. */
  readonly whileConnected: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Takes the connection as being there now. It ends with the connection itself and needs no stop. */
export function watchConnection(connection: NatsConnection): ConnectionWatch {
  const lost = new Set<() => void>();
  const back = new Set<() => void>();
  const refused = new Set<(what: Forbidden) => void>();
  let forbiddenSubject: string | undefined;
  let connected = true;
  const onViolation = ({ operation, subject }: PermissionViolationError): void => {
    // The client may have forgotten such a subscription for good. Inboxes are listened to anew by whoever asks.
    const isInbox = subject.startsWith(`${inboxRoot}.`);
    if (operation === "subscription" && !isInbox) forbiddenSubject = subject;
    for (const listener of refused) listener({ operation, subject });
  };
  const follow = async (): Promise<void> => {
    for await (const status of connection.status()) {
      const { type } = status;
      if (type === "error" && status.error instanceof PermissionViolationError) {
        onViolation(status.error);
      }
      if (type !== "disconnect" && type !== "reconnect") continue;
      // The client tells of every try that failed, and then of the reconnect as often.
      if (connected === (type === "reconnect")) continue;
      connected = !connected;
      for (const listener of connected ? back : lost) listener();
    }
  };
  void follow();
  const isConnected = () => connected && !connection.isClosed();
  return {
    isConnected,
    trouble() {
      if (!isConnected()) return "not connected";
      return forbiddenSubject === undefined ? undefined : `may not listen to ${forbiddenSubject}`;
    },
    onForbidden: (listener) => listen(refused, listener),
    onDisconnect: (listener) => listen(lost, listener),
    onReconnect: (listener) => listen(back, listener),
    whileConnected(work) {
      if (!isConnected()) return Promise.reject(new DisconnectedError("NATS is not connected"));
      return new Promise((resolve, reject) => {
        const stopListening = listen(lost, () =>
          reject(new DisconnectedError("NATS was lost before it answered")),
        );
        work().then(resolve, reject).finally(stopListening);
      });
    },
  };
}

function listen<Args extends readonly unknown[]>(
  listeners: Set<(...args: Args) => void>,
  listener: (...args: Args) => void,
): () => void {
  // A wrapper, so that the same function can listen twice.
  const entry = (...args: Args) => listener(...args);
  listeners.add(entry);
  return () => void listeners.delete(entry);
}
