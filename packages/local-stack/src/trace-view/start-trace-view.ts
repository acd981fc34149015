import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listPage } from "./list-page.ts";
import { readOtlpSpans } from "./otlp-spans.ts";
import { tracePage } from "./trace-page.ts";
import { createTraceStore, type TraceStore } from "./trace-store.ts";
import { viewLimits } from "./view-limits.ts";

/** A collector for this machine alone: it takes OTLP over HTTP as JSON, and shows each trace as a page. */
export interface TraceView {
  /** Where programs send traces, and a person looks. */
  readonly url: string;
  readonly pageOf: (traceId: string) => string;
  readonly store: TraceStore;
  readonly stop: () => Promise<void>;
}

const loopback = "127.0.0.1";

export async function startTraceView(port = 0): Promise<TraceView> {
  const store = createTraceStore();
  const server = createServer((request, response) => {
    respond(store, request, response).catch(() => response.destroy());
  });
  server.listen(port, loopback);
  await once(server, "listening");
  const url = `http://${loopback}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pageOf: (traceId) => `${url}/traces/${traceId}`,
    store,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  store: TraceStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isForThisMachine(request)) return end(response, 421, "This address is not served here.");
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  if (path === "/v1/traces") return takeSpans(store, request, response);
  if (request.method !== "GET") return end(response, 405, "Only GET is answered.");
  if (path === "/") return sendPage(response, listPage(store.list()));
  const trace = store.find(/^\/traces\/([0-9a-f]{32})$/.exec(path)?.[1] ?? "");
  if (trace === undefined) return end(response, 404, "There is no such trace (any more).");
  return sendPage(response, tracePage(trace));
}

/** A name that was made to lead here is a foreign page's way to read ours. */
function isForThisMachine({ headers, socket }: IncomingMessage): boolean {
  return [loopback, "localhost"].some((name) => headers.host === `${name}:${socket.localPort}`);
}

async function takeSpans(
  store: TraceStore,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") return end(response, 405, "Only POST is answered.");
  // A foreign page can send no other type without asking first.
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/json\b/i.test(type)) return end(response, 415, "Only JSON is read.");
  const body = await readBody(request);
  if (body === undefined) return end(response, 413, "That is too much at once.");
  const spans = readOtlpSpans(parse(body));
  if (spans === undefined) return end(response, 400, "This is no export of traces.");
  store.add(spans);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > viewLimits.bodyBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendPage(response: ServerResponse, page: string): void {
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "no-store",
  });
  response.end(page);
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}
