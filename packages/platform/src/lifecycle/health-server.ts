import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "../telemetry/metrics.ts";
import { within } from "./within.ts";

export interface HealthCheck {
  readonly name: string;
  /** `undefined` when all is well, else the reason in a few words, without personal data. */
  readonly findTrouble: () => string | undefined | Promise<string | undefined>;
}

export interface HealthServer {
  /** Returns the port, which the system chose where the setting is 0. */
  readonly start: () => Promise<number>;
  readonly stop: () => Promise<void>;
  readonly port: () => number;
}

export interface HealthOptions {
  readonly service: string;
  readonly port: number;
  readonly host: string;
  /** False while the service starts or stops, whatever the checks say. */
  readonly isRunning: () => boolean;
  readonly checks: readonly HealthCheck[];
  readonly metrics: Metrics;
}

const checkTimeoutMs = 1_000;

/** Serves `/livez` (the process only), `/readyz` (what it needs) and `/metrics`, away from the public port. */
export function createHealthServer(options: HealthOptions): HealthServer {
  let found: Readonly<Record<string, string>> = {};
  const runAndKeep = async () => {
    found = await runChecks(options.checks);
    return found;
  };
  options.metrics.watchEach(
    "sanu_ready",
    "1 while a check of readiness says that all is well.",
    ["check"],
    () =>
      Object.entries(found).map(([check, said]) => ({
        labels: { check },
        value: said === "ok" ? 1 : 0,
      })),
  );
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0];
    const { accept } = request.headers;
    respond({ path, accept }, { ...options, runAndKeep }, response).catch(() => response.destroy());
  });
  let port = 0;
  return {
    start: async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once("error", reject).listen(options.port, options.host, resolve);
      await promise;
      port = (server.address() as AddressInfo).port;
      return port;
    },
    stop: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      await promise;
    },
    port: () => port,
  };
}

async function respond(
  { path, accept }: { readonly path: string | undefined; readonly accept: string | undefined },
  options: HealthOptions & { readonly runAndKeep: () => Promise<Readonly<Record<string, string>>> },
  response: ServerResponse,
): Promise<void> {
  switch (path) {
    case "/livez":
      return sendJson(response, 200, { status: "alive", service: options.service });
    case "/readyz": {
      const checks = await options.runAndKeep();
      const ready = options.isRunning() && Object.values(checks).every((each) => each === "ok");
      const status = ready ? "ready" : options.isRunning() ? "not ready" : "not running";
      return sendJson(response, ready ? 200 : 503, { status, service: options.service, checks });
    }
    case "/metrics": {
      await options.runAndKeep();
      const { contentType, text } = await options.metrics.scrape(accept);
      response.writeHead(200, { "content-type": contentType }).end(text);
      return;
    }
    default:
      return sendJson(response, 404, { status: "not found" });
  }
}

async function runChecks(checks: readonly HealthCheck[]): Promise<Record<string, string>> {
  const results = await Promise.all(
    checks.map(async ({ name, findTrouble }) => [name, await resultOf(name, findTrouble)] as const),
  );
  return Object.fromEntries(results);
}

async function resultOf(name: string, findTrouble: HealthCheck["findTrouble"]): Promise<string> {
  try {
    return (await within(checkTimeoutMs, name, findTrouble)) ?? "ok";
  } catch (error) {
    return error instanceof Error ? error.message : "the check failed";
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
