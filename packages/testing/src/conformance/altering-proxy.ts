import { Agent, createServer, type IncomingMessage, request as send } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { readSaid, textOfSaid } from "./said-text.ts";

/** What is told in place of what a provider says to one request, which stands for itself: method, path and body. */
export type Alter = (said: unknown, asked: string) => unknown;

export interface AlteringProxy {
  readonly url: string;
  /** From now on every answer is told so; null leaves them as they are. */
  readonly alter: (how: Alter | null) => void;
  /** From now on what was asked before is answered as it was then, and asks the provider nothing; `false` forgets all of it. */
  readonly remember: (isOn: boolean) => void;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly date: string;
  readonly text: string;
}

/** Who answers where no server stands behind the proxy. */
export type Script = (asked: string) => Answer;

/** PEM; with it the proxy speaks TLS. */
interface Secure {
  readonly certificate: string;
  readonly key: string;
}

/** Stands before a provider's server, or before what one has said, and changes what its answers say, never what it does. */
export async function startAlteringProxy(
  target: string | Script,
  secure?: Secure,
): Promise<AlteringProxy> {
  let alter: Alter | null = null;
  let memory: Map<string, Answer> | null = null;
  const agent = new Agent({ keepAlive: true });
  const ask = (request: IncomingMessage, body: string, asked: string) =>
    typeof target === "string" ? pass(request, body, { target, agent }) : target(asked);
  const handle: Parameters<typeof createServer>[1] = (request, response) => {
    const passed = textOf(request).then(async (body) => {
      const asked = `${request.method} ${request.url} ${body}`;
      const answer = memory?.get(asked) ?? (await ask(request, body, asked));
      memory?.set(asked, answer);
      const { status, date, text } = answer;
      response.writeHead(status, {
        "content-type": "application/json",
        ...(date !== "" && { date }),
      });
      const isLeft = alter === null || text === "";
      const said = readSaid(text);
      response.end(isLeft ? text : textOfSaid({ ...said, value: alter?.(said.value, asked) }));
    });
    passed.catch(() => response.destroy());
  };
  const server =
    secure === undefined
      ? createServer(handle)
      : createSecureServer({ cert: secure.certificate, key: secure.key }, handle);
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure === undefined ? "http" : "https"}://127.0.0.1:${port}`,
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
