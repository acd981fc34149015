import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ReceiveCallback } from "@sanu/contracts";
import type { Messaging } from "@sanu/platform";

export interface ReceivedCallback {
  readonly rawBody: Buffer;
  readonly signature: string;
  readonly method?: "PUT";
}

/** The outcome, or why there is none. */
export type DeliverCallback = (callback: ReceivedCallback, provider?: string) => Promise<string>;

/** The gateway, as far as a callback passes through it: the raw body and the headers. */
export function deliverOver(messaging: Messaging): DeliverCallback {
  return async ({ rawBody, signature, ...method }, provider = "sandbox") => {
    const reply = await messaging.request(
      ReceiveCallback,
      {
        provider,
        ...method,
        rawBodyBase64: rawBody.toString("base64"),
        headers: { "x-sandbox-signature": signature },
      },
      { context: { correlationId: "callback", causationId: "callback" } },
    );
    return reply.kind === "replied" ? reply.data.outcome : reply.kind;
  };
}

/** A server that the sandbox calls back. */
export async function receiveCallbacks(
  onCallback: (received: ReceivedCallback) => Promise<string>,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = String(request.headers["x-sandbox-signature"]);
      void onCallback({ rawBody: Buffer.concat(chunks), signature }).then((outcome) =>
        response.writeHead(outcome === "unavailable" ? 503 : 200).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, server };
}
