import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countedAddressOf } from "../throttle/client-address.ts";
import { type ConnectionCaps, createOpenConnections } from "./open-connections.ts";
import { proxyCheck } from "./proxies.ts";

export interface ConnectionCounts {
  readonly open: number;
  /** Since the start: idle ones that made room, and those for which there was none. */
  readonly replaced: number;
  readonly refusedByAddress: number;
  readonly refusedByProcess: number;
}

/** What one server does about its connections. */
export interface ConnectionGuard {
  readonly watch: (server: Server) => void;
  /** A request begins; its connection is not idle until it is answered. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void;
  /** Every response from here on is the last one on its connection. */
  readonly drain: () => void;
  /** Whether something of a response has gone out on it already: nothing else may follow. */
  readonly isAnswering: (socket: Socket) => boolean;
  readonly counts: () => ConnectionCounts;
}

interface Connection {
  socket: Socket;
  request?: IncomingMessage;
  readonly underWay: Set<ServerResponse>;
}

/** Counts connections from before their handshake, and ends what the caps have no room for. */
export function createConnectionGuard(
  caps: ConnectionCaps,
  trustedProxies: readonly string[],
): ConnectionGuard {
  const isProxy = proxyCheck(trustedProxies);
  const open = createOpenConnections<Connection>(caps, {
    isProxy,
    isArriving: ({ request }) => request?.complete === false,
  });
  const connectionOf = new WeakMap<Socket, Connection>();
  const handshakes = new Map<string, Connection>();
  let isDraining = false;
  const count = { replaced: 0, address: 0, process: 0 };

  const admit = (socket: Socket): void => {
    const connection: Connection = { socket, underWay: new Set() };
    const { remoteAddress: address = "" } = socket;
    const result = open.admit(connection, isProxy(address) ? address : countedAddressOf(address));
    if (result.kind === "refused") {
      count[result.by] += 1;
      return void socket.destroy();
    }
    if (result.replaced !== undefined) {
      count.replaced += 1;
      result.replaced.socket.destroy();
    }
    connectionOf.set(socket, connection);
    const peer = peerOf(socket);
    handshakes.set(peer, connection);
    socket.once("close", () => {
      handshakes.delete(peer);
      open.remove(connection);
    });
  };
  return {
    watch(server) {
      server.prependListener("connection", admit);
      // Behind the handshake requests come by another socket than the one that was counted.
      server.on("secureConnection", (socket: Socket) => {
        const connection = handshakes.get(peerOf(socket));
        if (connection === undefined) return;
        connection.socket = socket;
        connectionOf.set(socket, connection);
      });
    },
    drain() {
      isDraining = true;
      for (const { underWay } of handshakes.values()) underWay.forEach(closeBehind);
    },
    begin(request, response) {
      if (isDraining) closeBehind(response);
      const connection = connectionOf.get(request.socket);
      if (connection === undefined) return;
      connection.request = request;
      connection.underWay.add(response);
      open.use(connection);
      response.once("close", () => {
        connection.underWay.delete(response);
        if (connection.underWay.size === 0) open.rest(connection);
      });
    },
    isAnswering(socket) {
      const underWay = connectionOf.get(socket)?.underWay ?? new Set();
      return [...underWay].some(({ headersSent }) => headersSent);
    },
    counts: () => countsOf(open.open(), count),
  };
}

type Counted = Readonly<Record<"replaced" | "address" | "process", number>>;

const countsOf = (open: number, { replaced, address, process }: Counted): ConnectionCounts => ({
  open,
  replaced,
  refusedByAddress: address,
  refusedByProcess: process,
});

function closeBehind(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
