import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { gatewayLimits } from "../limits.ts";
import type { Certificate } from "./certificate.ts";

/** Of every secure context. */
export const tlsOptions = {
  minVersion: "TLSv1.2",
  handshakeTimeout: gatewayLimits.handshakeTimeoutMs,
} as const;

/** The server under the framework: HTTPS with a certificate, HTTP without; with every time-out set. */
export function createHttpServer(
  listener: RequestListener,
  certificate: Certificate | undefined,
): Server {
  const server =
    certificate === undefined
      ? createServer(listener)
      : createSecureServer({ ...certificate, ...tlsOptions }, listener);
  server.headersTimeout = gatewayLimits.headersTimeoutMs;
  // As long as the longest body may take; `limitSlowBodies` ends the others.
  server.requestTimeout = gatewayLimits.uploadTimeoutMs;
  server.keepAliveTimeout = gatewayLimits.keepAliveTimeoutMs;
  server.setTimeout(gatewayLimits.connectionTimeoutMs);
  return server;
}
