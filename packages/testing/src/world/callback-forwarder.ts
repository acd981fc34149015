import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, request } from "undici";

/** A callback as the provider sent it. */
export interface SentCallback {
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
  /** Sends a callback to the gateway and returns the status of the answer. */
  readonly deliver: (callback: SentCallback) => Promise<number>;
  readonly close: () => Promise<void>;
}

const passedOn = ["content-type", "x-sandbox-signature"];

/** Starts a forwarder to a URL of the gateway. */
export async function startCallbackForwarder(target: () => string): Promise<CallbackForwarder> {
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  const sent: SentCallback[] = [];
  const deliver = async (callback: SentCallback): Promise<number> => {
    const { headers, body } = callback;
    const answer = await request(target(), { method: "POST", dispatcher: agent, headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const callback = { headers: kept(incoming.headers), body: Buffer.concat(chunks) };
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

function kept(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers[name];
    if (typeof value === "string") found[name] = value;
  }
  return found;
}
