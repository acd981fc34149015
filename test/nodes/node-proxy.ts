import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { LightningNode } from "@sanu/local-stack";

/** `lose` and `reset`: the node has acted, and its answer is not heard; `hang`: nothing is, until the caller gives up. */
const nodeFaults = ["lose", "reset", "hang"] as const;
export type NodeFault = (typeof nodeFaults)[number];

/** The calls that match stand still on one side of the node until they are let go. */
export interface Gate {
  /** Resolves when the first call stands there. */
  readonly met: Promise<void>;
  readonly open: () => void;
}

/** The way from our services to a node, under the node's own certificate. */
export interface NodeProxy {
  readonly url: string;
  /** What happens to each call from now on; `undefined` lets it pass. */
  readonly draw: (fault: (path: string) => NodeFault | undefined) => void;
  readonly counts: ReadonlyMap<NodeFault | "pass", number>;
  readonly stopAt: (side: "before" | "behind", path: RegExp) => Gate;
  readonly close: () => Promise<void>;
}

interface OpenGate extends Gate {
  readonly side: "before" | "behind";
  readonly path: RegExp;
  readonly meet: () => void;
  readonly opened: Promise<void>;
}

export async function startNodeProxy(node: LightningNode): Promise<NodeProxy> {
  const folder = dirname(node.certificateFile);
  const certificate = readFileSync(node.certificateFile);
  const counts = new Map<NodeFault | "pass", number>();
  const gates = new Set<OpenGate>();
  let draw: (path: string) => NodeFault | undefined = () => undefined;

  const pass = async (side: OpenGate["side"], path: string): Promise<void> => {
    for (const gate of gates) {
      if (gate.side !== side || !gate.path.test(path)) continue;
      gate.meet();
      await gate.opened;
    }
  };
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const path = incoming.url ?? "/";
    const body = await buffer(incoming);
    await pass("before", path);
    const fault = draw(path);
    counts.set(fault ?? "pass", (counts.get(fault ?? "pass") ?? 0) + 1);
    const onward = request(`${node.url}${path}`, {
      method: incoming.method,
      ca: certificate,
      headers: { ...incoming.headers, host: new URL(node.url).host },
    });
    outgoing.once("close", () => onward.destroy());
    onward.end(body);
    const [answer]: IncomingMessage[] = await once(onward, "response");
    if (answer === undefined) return;
    await pass("behind", path);
    if (fault === "hang") return;
    if (fault === "reset") return void incoming.socket.resetAndDestroy();
    if (fault === "lose") {
      await buffer(answer);
      return void incoming.socket.end();
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  };
  const server = createServer({ cert: certificate, key: readFileSync(join(folder, "tls.key")) });
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    forward(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    draw: (fault) => {
      draw = fault;
    },
    counts,
    stopAt(side, path) {
      const gate = openGate(side, path, gates);
      gates.add(gate);
      return gate;
    },
    async close() {
      for (const gate of gates) gate.open();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function openGate(side: OpenGate["side"], path: RegExp, gates: Set<OpenGate>): OpenGate {
  const met = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const gate: OpenGate = {
    side,
    path,
    met: met.promise,
    meet: met.resolve,
    opened: opened.promise,
    open: () => {
      gates.delete(gate);
      opened.resolve();
    },
  };
  return gate;
}
