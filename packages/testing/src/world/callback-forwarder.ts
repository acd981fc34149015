import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";

export interface SentCallback {
  /** Absent where it came by POST. */
  readonly method?: "PUT";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Stands between the provider and the gateway: takes callbacks over HTTP, passes them on over HTTPS byte for
 * byte, and remembers them, so that a test can send them again.
 */
export interface CallbackForwarder {
  readonly url: string;
  readonly sent: readonly SentCallback[];
  /** Sends a callback to the gateway and returns the status of the answer; 204 where there is none. */
  readonly deliver: (callback: SentCallback) => Promise<number>;
  readonly close: () => Promise<void>;
}

const forwarderLimits = { connectTimeoutMs: 3_000, deliverTimeoutMs: 10_000 } as const;

/** What belongs to one connection, and not to what is sent over it. */
const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);

/**
 * Starts a forwarder to the gateways' URLs, the one to try first in front: like a load balancer it prefers those with
 * fewer callbacks open and goes on to the next where nobody listens. While there are none, callbacks are only remembered.
 */
export async function startCallbackForwarder(
  targets: () => readonly string[],
): Promise<CallbackForwarder> {
  const connect = { rejectUnauthorized: false, timeout: forwarderLimits.connectTimeoutMs };
  // A connection for each callback, as from many machines of a provider: one that hangs holds up no other.
  const agent = new Agent({ connect, pipelining: 0 });
  const sent: SentCallback[] = [];
  const open = new Map<string, number>();
  const count = (url: string, more: 1 | -1) => void open.set(url, openAt(url) + more);
  const openAt = (url: string): number => open.get(url) ?? 0;
  const deliver = async (callback: SentCallback): Promise<number> => {
    const { method = "POST", headers, body } = callback;
    const signal = AbortSignal.timeout(forwarderLimits.deliverTimeoutMs);
    const options = { method, dispatcher: agent, headers, body, signal } as const;
    const urls = targets().toSorted((one, other) => openAt(one) - openAt(other));
    for (const [index, url] of urls.entries()) {
      count(url, 1);
      try {
        const response = await request(url, options);
        await response.body.dump();
        return response.statusCode;
      } catch (error) {
        if (!isRefused(error) || index === urls.length - 1) throw error;
      } finally {
        count(url, -1);
      }
    }
    return 204;
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const method = incoming.method === "PUT" ? ({ method: "PUT" } as const) : {};
      const callback = { ...method, headers: kept(incoming.headers), body: Buffer.concat(chunks) };
      sent.push(callback);
      deliver(callback).then(
        (status) => outgoing.writeHead(status).end(),
        () => outgoing.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    deliver,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await agent.close();
    },
  };
}

/** Nothing was sent: nobody listens there. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function kept(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string" && !ofConnection.has(name)) found[name] = value;
  }
  return found;
}
