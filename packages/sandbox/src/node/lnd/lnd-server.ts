import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { ZodError } from "zod";
import { sandboxLimits } from "../../limits.ts";
import { type LndParts, type LndRoute, lndRoutes } from "./lnd-routes.ts";
import { type LndSendParts, lndSendRoutes } from "./lnd-send-routes.ts";
import { type LndResponse, refusals } from "./lnd-words.ts";

export interface LndServerOptions {
  /** PEM, as lnd makes its own. */
  readonly certificate: string;
  readonly key: string;
  /** Hex: who brings another one is refused. */
  readonly macaroon: string;
}

export interface LndServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The sandbox's node as lnd would show it: REST over TLS, and a macaroon. */
export async function startLndServer(
  parts: LndParts & LndSendParts,
  { certificate: cert, key, macaroon }: LndServerOptions,
): Promise<LndServer> {
  const routes = { ...lndRoutes(parts), ...lndSendRoutes(parts) };
  const server = createServer({ cert, key }, (request, response) => {
    void answer(request, routes, macaroon).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  routes: Readonly<Record<string, LndRoute>>,
  macaroon: string,
): Promise<LndResponse> {
  const text = await bodyOf(request);
  if (request.headers["grpc-metadata-macaroon"] !== macaroon) return refusals.macaroon;
  const path = (request.url ?? "").split("?")[0] ?? "";
  const named = ["/v1/invoice", "/v2/router/track"].find((one) => path.startsWith(`${one}/`));
  const place = named ?? path;
  const route = routes[`${request.method} ${place}`];
  if (route === undefined) return refusals.noPath;
  try {
    return route({ path, body: text === "" ? {} : JSON.parse(text) });
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError) return refusals.noJson;
    throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > sandboxLimits.bodyBytesMax) return "{";
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
