import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { ConnectionGuard } from "../connections/guard-connections.ts";
import { gatewayLimits } from "../limits.ts";
import type { Certificate } from "./certificate.ts";
import { tlsOptions } from "./tls-options.ts";

type Timeouts = Record<"headersTimeoutMs" | "timeoutCheckMs" | "handshakeTimeoutMs", number>;

const optionsOf = ({ headersTimeoutMs, timeoutCheckMs }: Timeouts): ServerOptions => ({
  headersTimeout: headersTimeoutMs,
  // As long as the longest body may take; `limitSlowBodies` ends the others.
  requestTimeout: gatewayLimits.uploadTimeoutMs,
  keepAliveTimeout: gatewayLimits.keepAliveTimeoutMs,
  connectionsCheckingInterval: timeoutCheckMs,
  maxHeaderSize: gatewayLimits.headerBytesMax,
  // `takeOneHost` refuses in the documented shape what lacks it.
  requireHostHeader: false,
  insecureHTTPParser: false,
});

/** The server under the framework: HTTPS with a certificate, HTTP without; with every time-out set. */
export function createHttpServer(
  listener: RequestListener,
  parts: {
    readonly certificate: Certificate | undefined;
    readonly guard: Pick<ConnectionGuard, "begin" | "watch">;
    /** Those whose client waits for a word before it sends its body. */
    readonly awaited: WeakSet<IncomingMessage>;
    readonly limits?: Timeouts;
  },
): Server {
  const { certificate, guard, awaited, limits = gatewayLimits } = parts;
  const options = optionsOf(limits);
  const serve: RequestListener = (request, response) => {
    guard.begin(request, response);
    listener(request, response);
  };
  const server =
    certificate === undefined
      ? createServer(options, serve)
      : createSecureServer(
          {
            ...options,
            ...certificate,
            ...tlsOptions,
            handshakeTimeout: limits.handshakeTimeoutMs,
          },
          serve,
        );
  guard.watch(server);
  // What does not fit is told by `headers-too-large`, never left out.
  server.maxHeadersCount = 0;
  server.setTimeout(gatewayLimits.connectionTimeoutMs);
  server.on("checkExpectation", serve);
  server.on("checkContinue", (request, response) => {
    awaited.add(request);
    serve(request, response);
  });
  return server;
}
