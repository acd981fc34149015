import { once } from "node:events";
import { type ConnectionOptions, connect } from "node:tls";

/** A connection of a client that sends bytes as it likes. */
export interface RawConnection {
  readonly send: (bytes: string | Uint8Array) => void;
  /** What came so far. */
  readonly received: () => string;
  readonly isClosed: () => boolean;
  /** Everything that came, once the other side has closed. */
  readonly untilClosed: () => Promise<string>;
  readonly leave: () => void;
}

/** Opens one over TLS to this machine, whatever certificate it shows. Throws where the handshake fails. */
export async function openRaw(
  port: number,
  options: ConnectionOptions & { readonly localAddress?: string } = {},
): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
  let received = "";
  socket.on("data", (part: Buffer) => {
    received += part.toString("latin1");
  });
  const closed = Promise.withResolvers<void>();
  socket.once("close", () => closed.resolve());
  await once(socket, "secureConnect");
  // How a connection ends is what tests look at.
  socket.on("error", () => undefined);
  return {
    send: (bytes) => void socket.write(bytes),
    received: () => received,
    isClosed: () => socket.closed,
    async untilClosed() {
      await closed.promise;
      return received;
    },
    leave: () => void socket.destroy(),
  };
}

/** Sends bytes and reads until the other side closes. */
export async function exchangeRaw(port: number, bytes: string): Promise<string> {
  const connection = await openRaw(port);
  connection.send(bytes);
  return connection.untilClosed();
}
