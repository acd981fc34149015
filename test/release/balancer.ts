import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Where a process listens, and where it says whether it is ready. */
export interface Backend {
  readonly port: number;
  readonly readyUrl: string;
}

/** Passes connections on as a Service of Kubernetes does: new ones to who is ready, in turn; old ones stay where they are. */
export interface Balancer {
  readonly port: number;
  readonly add: (backend: Backend) => void;
  /** Gets no new connections, ready or not. */
  readonly remove: (backend: Backend) => void;
  readonly close: () => void;
}

const lookEveryMs = 100;

export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<Backend, boolean>();
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const backends = [...ready.keys()].filter((backend) => ready.get(backend));
    turn += 1;
    const backend = backends[turn % backends.length];
    if (backend === undefined) near.destroy();
    else join(near, connect(backend.port, "127.0.0.1"), open);
  });
  const look = setInterval(() => {
    for (const backend of ready.keys()) {
      void isReady(backend).then((is) => ready.has(backend) && ready.set(backend, is));
    }
  }, lookEveryMs);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    add: (backend) => void ready.set(backend, true),
    remove: (backend) => void ready.delete(backend),
    close() {
      clearInterval(look);
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function join(near: Socket, far: Socket, sockets: Set<Socket>): void {
  sockets.add(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.setNoDelay(true).pipe(other);
    one.on("error", () => other.destroy());
    one.once("close", () => {
      sockets.delete(near);
      other.destroySoon();
    });
  }
}

async function isReady({ readyUrl }: Backend): Promise<boolean> {
  const response = await fetch(readyUrl).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
