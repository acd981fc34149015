import { Agent, createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** What is told in place of what a provider says to one request, which stands for itself: method, path and body. */
export type Alter = (said: unknown, asked: string) => unknown;

export interface AlteringProxy {
  readonly url: string;
  /** From now on every answer in JSON is told so; null leaves them as they are. */
  readonly alter: (how: Alter | null) => void;
  /** From now on what was asked before is answered as it was then, and asks the provider nothing; `false` forgets all of it. */
  readonly remember: (isOn: boolean) => void;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly date: string;
  readonly text: string;
}

/** Stands before a provider's server and changes what its answers say, never what it does. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  let alter: Alter | null = null;
  let memory: Map<string, Answer> | null = null;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const passed = textOf(request).then(async (body) => {
      const asked = `${request.method} ${request.url} ${body}`;
      const { status, date, text } =
        memory?.get(asked) ?? (await pass(request, body, { target, agent }));
      memory?.set(asked, { status, date, text });
      response.writeHead(status, { "content-type": "application/json", date });
      const isLeft = alter === null || text === "";
      response.end(isLeft ? text : JSON.stringify(alter?.(JSON.parse(text), asked)));
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
    remember(isOn) {
      memory = isOn ? new Map() : null;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What one connection says to the other about itself. */
const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);

async function pass(
  { method = "GET", url = "/", headers: given }: IncomingMessage,
  body: string,
  { target, agent }: { readonly target: string; readonly agent: Agent },
): Promise<Answer> {
  const kept = Object.entries(given).filter(([name]) => !ofConnection.has(name));
  const length = { "content-length": Buffer.byteLength(body) };
  const headers = { ...Object.fromEntries(kept), ...(body !== "" && length) };
  const came = Promise.withResolvers<IncomingMessage>();
  const call = send(new URL(url, target), { method, headers, agent }, came.resolve);
  call.on("error", came.reject).end(body);
  const answer = await came.promise;
  const text = await textOf(answer);
  return { status: answer.statusCode ?? 502, date: answer.headers.date ?? "", text };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of message as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
