import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the server got it. */
export interface Got {
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly atMs: number;
}

/** Answers, or does anything else with the connection. */
export type Turn = (response: ServerResponse, got: Got) => void | Promise<void>;

export interface ApiServer {
  readonly url: string;
  readonly requests: Got[];
  /** What the next requests of an operation get, one after the other; the last turn goes on. */
  readonly on: (operation: string, ...turns: readonly Turn[]) => void;
  readonly requestsOf: (operation: string) => readonly Got[];
  readonly close: () => Promise<void>;
}

/** A server that misbehaves as it is told to. */
export async function startApiServer(): Promise<ApiServer> {
  const requests: Got[] = [];
  const plans = new Map<string, Turn[]>();
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const got = await readRequest(request);
    requests.push(got);
    const turns = plans.get(got.operation) ?? [];
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    await (turn ?? refuse(404, "not-found"))(response, got);
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (operation, ...turns) => void plans.set(operation, [...turns]),
    requestsOf: (operation) => requests.filter((each) => each.operation === operation),
    async close() {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Got> {
  const { method, headers } = request;
  const url = new URL(request.url ?? "", "http://here");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return {
    operation: `${method} ${url.pathname.replace("/api/v1", "")}`,
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
    atMs: performance.now(),
  };
}

/** A success with more fields. */
export function answer(fields: object, status = 200, headers: Record<string, string> = {}): Turn {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(JSON.stringify({ success: true, ...fields }));
  };
}

/** A problem as the API writes it. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Turn {
  return (response) => {
    const type = { "content-type": "application/problem+json", "x-request-id": "of-the-answer" };
    response.writeHead(status, { ...type, ...headers });
    const errors = status === 422 ? { errors: { amount: ["Il manque."] } } : {};
    const said = { code, status, message: `Refus : ${code}`, title: code, detail: "", ...errors };
    response.end(JSON.stringify({ success: false, type: "", instance: "", ...said }));
  };
}

/** The request was read, maybe done, and nothing comes back. */
export const breakOff: Turn = (response) => void response.destroy();

/** Some of the answer comes, and then nothing. */
export const breakInTheMiddle: Turn = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"success":true,');
  setTimeout(() => response.destroy(), 20);
};

/** Somebody else answers: a hotel's login page, a proxy without an upstream. */
export function page(status: number): Turn {
  return (response) => {
    response.writeHead(status, { "content-type": "text/html" });
    response.end("<h1>Welcome to our Wi-Fi</h1>");
  };
}

/** A stream of events that then ends well, breaks, or stays open in silence. */
export function stream(text: string, ending: "ends" | "breaks" | "stays"): Turn {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write(text);
    if (ending === "ends") response.end();
    if (ending === "breaks") setTimeout(() => response.destroy(), 20);
  };
}
