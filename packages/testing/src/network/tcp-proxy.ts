import { connect, createServer, type Server, type Socket } from "node:net";
import { breakOff, type Flow, startFlow } from "./flow.ts";
import type { Wire } from "./wire.ts";

export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** Changes the wire for connections that exist and those to come. */
  readonly setWire: (wire: Wire) => void;
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly sockets: readonly Socket[];
  readonly flows: readonly Flow[];
}

/** Starts a proxy on a loopback port before a server on loopback. */
export async function startTcpProxy(target: {
  readonly host?: string;
  readonly port: number;
}): Promise<TcpProxy> {
  let wire: Wire = { kind: "clear" };
  const connections = new Set<Connection>();
  const wireNow = () => wire;
  const accept = (near: Socket): void => {
    near.on("error", () => undefined);
    if (wire.kind === "cut") {
      near.resetAndDestroy();
      return;
    }
    // Where everything vanishes the server never hears that somebody wants to connect.
    const far =
      wire.kind === "half-open"
        ? undefined
        : connect({ host: "127.0.0.1", ...target, allowHalfOpen: true });
    const connection = join(near, far, wireNow);
    connections.add(connection);
    for (const socket of connection.sockets) {
      socket.on("close", () => {
        if (connection.sockets.every(({ destroyed }) => destroyed)) connections.delete(connection);
      });
    }
  };
  const server = createServer({ allowHalfOpen: true }, accept);
  const port = await listen(server);
  return {
    host: "127.0.0.1",
    port,
    setWire(next) {
      wire = next;
      for (const { sockets, flows } of connections) {
        if (next.kind === "cut") sockets.forEach(breakOff);
        for (const flow of flows) flow.wireChanged();
      }
    },
    close: () => closeAll(server, connections),
  };
}

function join(near: Socket, far: Socket | undefined, wireNow: () => Wire): Connection {
  if (far === undefined) {
    near.resume();
    return { sockets: [near], flows: [] };
  }
  const sockets = [near, far];
  far.on("error", () => undefined);
  for (const socket of sockets) socket.setNoDelay(true);
  const reset = () => sockets.forEach(breakOff);
  const flows = [
    startFlow({ from: near, to: far, direction: "request", wireNow, reset }),
    startFlow({ from: far, to: near, direction: "response", wireNow, reset }),
  ];
  return { sockets, flows };
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return address.port;
}

async function closeAll(server: Server, connections: ReadonlySet<Connection>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  for (const { sockets } of connections) for (const socket of sockets) socket.destroy();
  await promise;
}
