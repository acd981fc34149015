import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What is told in place of what a provider says. */
export type Alter = (said: unknown) => unknown;

export interface AlteringProxy {
  readonly url: string;
  /** From now on every answer in JSON is told so; null leaves them as they are. */
  readonly alter: (how: Alter | null) => void;
  readonly close: () => Promise<void>;
}

/** Stands before a provider's server and changes what its answers say, never what it does. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  let alter: Alter | null = null;
  const server = createServer((request, response) => {
    const passed = pass(request, target).then(({ status, date, text }) => {
      response.writeHead(status, { "content-type": "application/json", date });
      const isLeft = alter === null || text === "";
      response.end(isLeft ? text : JSON.stringify(alter?.(JSON.parse(text))));
    });
    passed.catch(() => response.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    alter(how) {
      alter = how;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What one connection says to the other about itself. */
const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);

async function pass(request: IncomingMessage, target: string) {
  const pieces: Uint8Array[] = [];
  for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && !ofConnection.has(name) ? [[name, value] as const] : [],
  );
  const answer = await fetch(new URL(request.url ?? "/", target), {
    method: request.method ?? "GET",
    headers: Object.fromEntries(headers),
    ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
  });
  const date = answer.headers.get("date") ?? "";
  return { status: answer.status, date, text: await answer.text() };
}
