import { type IncomingMessage, request as requestPlain, type ServerResponse } from "node:http";
import { createServer, request as requestSecure } from "node:https";
import type { AddressInfo } from "node:net";
import type { Breakage, BrokenCall } from "./harness.ts";

/** One call as it went through: what was asked, and whether the provider itself said 200. */
export interface ProxiedCall {
  readonly call: BrokenCall | null;
  readonly body: string;
  readonly status: number;
}

export interface BreakingProxyOptions {
  /** Where the provider is, and the certificate by which it is known. */
  readonly target: { readonly url: string; readonly certificate: string };
  /** The proxy's own, in PEM. */
  readonly certificate: string;
  readonly key: string;
  /** Which call of a port a request is. */
  readonly callOf: (method: string, path: string) => BrokenCall | null;
  /** What the provider says of something that it does not find. */
  readonly notFound: { readonly status: number; readonly body: object };
}

export interface BreakingProxy {
  readonly url: string;
  readonly breakNext: (call: BrokenCall, how: Breakage, times?: number) => void;
  readonly heal: () => void;
  /** What reached the provider and was answered by it. */
  readonly calls: () => readonly ProxiedCall[];
  readonly close: () => Promise<void>;
}

const acting: ReadonlySet<Breakage> = new Set([
  "no-response-after-acting",
  "reset-after-acting",
  "fault-after-acting",
]);

/** Stands before a provider that cannot be told to misbehave, a real node for one, and spoils its answers. */
export async function startBreakingProxy(options: BreakingProxyOptions): Promise<BreakingProxy> {
  const { callOf, notFound, certificate: cert, key } = options;
  let breakages: { call: BrokenCall; how: Breakage; left: number }[] = [];
  const calls: ProxiedCall[] = [];
  const next = (call: BrokenCall | null): Breakage | undefined => {
    const found = breakages.find((one) => one.call === call && one.left > 0);
    if (found === undefined) return undefined;
    found.left -= 1;
    return found.how;
  };
  const server = createServer({ cert, key }, (request, response) => {
    const path = request.url ?? "/";
    const call = callOf(request.method ?? "GET", path);
    const how = next(call);
    if (how !== undefined && !acting.has(how)) return spoil(response, how, notFound);
    void forward(options.target, request, ({ status, body, answer }) => {
      calls.push({ call, body, status });
      if (how !== undefined) return spoil(response, how, notFound);
      response.writeHead(status, answer.headers);
      return answer.pipe(response);
    }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    breakNext: (call, how, times = 1) => void breakages.push({ call, how, left: times }),
    heal() {
      breakages = [];
    },
    calls: () => calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Forwarded {
  readonly status: number;
  readonly body: string;
  readonly answer: IncomingMessage;
}

async function forward(
  { url, certificate }: BreakingProxyOptions["target"],
  incoming: IncomingMessage,
  onAnswer: (forwarded: Forwarded) => unknown,
): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of incoming as AsyncIterable<Uint8Array>) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const at = new URL(url);
  const isSecure = at.protocol === "https:";
  await new Promise<void>((resolve, reject) => {
    const outgoing = (isSecure ? requestSecure : requestPlain)({
      host: at.hostname,
      port: at.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, host: at.host },
      ...(isSecure && { ca: certificate, checkServerIdentity: () => undefined }),
    });
    outgoing.on("response", (answer) => {
      onAnswer({ status: answer.statusCode ?? 0, body: body.toString("utf8"), answer });
      resolve();
    });
    outgoing.on("error", reject);

    outgoing.end(body);
  });
}

function spoil(
  response: ServerResponse,
  how: Breakage,
  notFound: BreakingProxyOptions["notFound"],
): void {
  const send = (status: number, text: string) => void response.writeHead(status).end(text);
  switch (how) {
    case "no-response":
    case "no-response-after-acting":
      return;
    case "reset-after-acting":
      return void response.destroy();
    case "fault":
    case "fault-after-acting":
      return send(500, '{"code":"internal"}');
    case "busy":
      return send(429, '{"code":"too-many-requests"}');
    case "page":
      return send(200, "<html><body>Service momentanément indisponible</body>");
    case "garbage":
      return send(200, '{"payment_request":"lnbc');
    case "not-found":
      return send(notFound.status, JSON.stringify(notFound.body));
  }
}
