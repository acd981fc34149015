import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * What the wire between two programs does. `cut`: connections are closed and new ones refused. `half-open`:
 * connections stay open and nothing passes. `mute`: the program still hears the server, but nothing of what it
 * says arrives. `slow`: everything arrives late. `reset`: the connection is reset after so many bytes of an
 * answer. `drip`: one byte at a time.
 */
export type Wire =
  | { readonly kind: "clear" }
  | { readonly kind: "cut" }
  | { readonly kind: "half-open" }
  | { readonly kind: "mute" }
  | { readonly kind: "slow"; readonly latencyMs: number }
  | { readonly kind: "reset"; readonly afterBytes: number }
  | { readonly kind: "drip"; readonly bytesPerSecond: number };

export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** Changes the wire for connections that exist and those to come. */
  readonly setWire: (wire: Wire) => void;
  readonly close: () => Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Starts a proxy on a loopback port before a server on loopback. */
export async function startTcpProxy(target: {
  readonly host?: string;
  readonly port: number;
}): Promise<TcpProxy> {
  let wire: Wire = { kind: "clear" };
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    if (wire.kind === "cut") return near.resetAndDestroy();
    const far = connect(target.port, target.host ?? "127.0.0.1");
    const pair = { near, far };
    pairs.add(pair);
    forward(near, far, () => (wire.kind === "reset" ? { kind: "clear" } : wire));
    forward(far, near, () => (wire.kind === "mute" ? { kind: "clear" } : wire));
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("error", end);
    }
    return undefined;
  });
  const port = await listen(server);
  return {
    host: "127.0.0.1",
    port,
    setWire(next) {
      wire = next;
      if (next.kind === "cut") for (const pair of pairs) pair.near.resetAndDestroy();
      for (const { near, far } of pairs) {
        near.resume();
        far.resume();
      }
    },
    close: () => closeAll(server, pairs),
  };
}

/** Sends what one side says to the other, as the wire of that moment lets it. */
function forward(from: Socket, to: Socket, wireNow: () => Wire): void {
  let sentBytes = 0;
  let queue = Promise.resolve();
  from.on("data", (chunk) => {
    queue = queue.then(async () => {
      const wire = wireNow();
      if (wire.kind === "half-open" || wire.kind === "mute") return;
      if (wire.kind === "slow") await pauseMs(wire.latencyMs);
      if (wire.kind === "drip") return drip(to, chunk, wire.bytesPerSecond);
      sentBytes += chunk.length;
      if (wire.kind === "reset" && sentBytes > wire.afterBytes) {
        to.write(chunk.subarray(0, Math.max(0, chunk.length - (sentBytes - wire.afterBytes))));
        to.resetAndDestroy();
        return;
      }
      if (!to.destroyed) to.write(chunk);
    });
  });
  // What was said before the end still arrives, as late as the wire makes it.
  from.on("close", () => {
    queue = queue.then(() => {
      if (wireNow().kind !== "half-open") to.end();
    });
  });
}

async function drip(to: Socket, chunk: Buffer, bytesPerSecond: number): Promise<void> {
  for (const byte of chunk) {
    if (to.destroyed) return;
    to.write(Buffer.of(byte));
    await pauseMs(1_000 / bytesPerSecond);
  }
}

function pauseMs(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function listen(server: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port");
  return address.port;
}

async function closeAll(server: Server, pairs: ReadonlySet<Pair>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  for (const { near, far } of pairs) {
    near.destroy();
    far.destroy();
  }
  await promise;
}
