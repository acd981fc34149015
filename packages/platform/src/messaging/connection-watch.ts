import type { NatsConnection } from "@nats-io/transport-node";

/** The connection was not there, or broke before the answer: nothing is known about what the other side did. */
export class DisconnectedError extends Error {
  override readonly name = "DisconnectedError";
}

/** How a connection that comes back by itself stands at the moment. */
export interface ConnectionWatch {
  readonly isConnected: () => boolean;
  /** Calls back after each loss of the connection; returns what ends it. */
  readonly onDisconnect: (listener: () => void) => () => void;
  /** Calls back after each reconnect; returns what ends it. */
  readonly onReconnect: (listener: () => void) => () => void;
  /**
   * Waits for an answer no longer than the connection over which it was asked for: an answer that was lost with
   * it never comes. Throws `DisconnectedError`, at once where there is no connection, and what the work throws.
   */
  readonly whileConnected: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Takes the connection as being there now. It ends with the connection itself and needs no stop. */
export function watchConnection(connection: NatsConnection): ConnectionWatch {
  const lost = new Set<() => void>();
  const back = new Set<() => void>();
  let connected = true;
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
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

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  // A wrapper, so that the same function can listen twice.
  const entry = () => listener();
  listeners.add(entry);
  return () => void listeners.delete(entry);
}
