import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { gatewayLimits } from "../limits.ts";
import type { Certificate } from "./certificate.ts";

/** The server under the framework: HTTPS with a certificate, HTTP without; with every time-out set. */
export function createHttpServer(
  listener: RequestListener,
  certificate: Certificate | undefined,
): Server {
  const server =
    certificate === undefined
      ? createServer(listener)
      : createSecureServer({ ...certificate, minVersion: "TLSv1.2" }, listener);
  server.headersTimeout = gatewayLimits.headersTimeoutMs;
  server.requestTimeout = gatewayLimits.requestTimeoutMs;
  server.keepAliveTimeout = gatewayLimits.keepAliveTimeoutMs;
  server.setTimeout(gatewayLimits.connectionTimeoutMs);
  return server;
}
