import { Agent } from "undici";
import { causeOf } from "../http/provider-http.ts";
import { readJson } from "../http/read-json.ts";
import { within } from "../http/within.ts";
import type { UnknownCause } from "../ports/call-outcome.ts";
import { ForbiddenAddressError, guardedConnector, type Reach } from "./guarded-connect.ts";
import { isPublicAddress } from "./public-address.ts";
import { readPublicUrl } from "./public-url.ts";
import { resolvePublic } from "./resolve.ts";

export const guardedHttpLimits = {
  connectTimeoutMs: 3_000,
  /** From the look-up of the name to the last byte read; whoever asks is answered within 5 s, on a busy machine too. */
  callTimeoutMs: 4_000,
  headerBytesMax: 8_192,
  /** A picture of LUD-06 alone may have 136 536 characters. */
  responseBytesMax: 262_144,
} as const;

/** `forbidden`: no stranger may name this address, or nobody has it; nothing left this process. */
export type GuardedResponse =
  | { readonly kind: "response"; readonly status: number; readonly json: unknown }
  | { readonly kind: "forbidden" }
  | { readonly kind: "no-response"; readonly cause: UnknownCause };

/** Never throws, and ends within its time-out whatever they do who are asked. */
export type GuardedGet = (url: string) => Promise<GuardedResponse>;

/** For addresses that strangers name. */
export interface GuardedHttp {
  readonly get: GuardedGet;
  /** Calls that belong together, one after the other: they share one time-out, and those to one server its connection. */
  readonly visit: <Result>(calls: (get: GuardedGet) => Promise<Result>) => Promise<Result>;
}

export interface GuardedHttpOptions {
  readonly callTimeoutMs?: number;
  /** Where names lead; for tests. */
  readonly reach?: Partial<Reach>;
  /** In place of 443; for tests. */
  readonly port?: number;
  /** In development, names below `.localhost` are reached at this port of this machine, in the clear. */
  readonly localhostPort?: number | null;
}

/**
 * GET over HTTPS on port 443 to public addresses, checked on the address that is connected to. Nothing is redirected,
 * repeated or unpacked, and no connection outlives its visit.
 */
export function createGuardedHttp(options: GuardedHttpOptions = {}): GuardedHttp {
  const { callTimeoutMs = guardedHttpLimits.callTimeoutMs } = options;
  const visit: GuardedHttp["visit"] = (calls) =>
    within(callTimeoutMs, async (signal) => {
      const agents = new Map<string, Agent>();
      const close = () => agents.forEach((agent) => void agent.destroy());
      // A request that waits for its connection does not hear the signal.
      signal.addEventListener("abort", close, { once: true });
      try {
        return await calls((text) => getWithin(signal, agents, { text, options }));
      } finally {
        close();
      }
    });
  return { visit, get: (url) => visit((get) => get(url)) };
}

async function getWithin(
  signal: AbortSignal,
  agents: Map<string, Agent>,
  { text, options }: { readonly text: string; readonly options: GuardedHttpOptions },
): Promise<GuardedResponse> {
  const url = readPublicUrl(text);
  if (url === null) return { kind: "forbidden" };
  if (signal.aborted) return { kind: "no-response", cause: "no-response" };
  const { origin, reach } = targetOf(url, options);
  const agent = agents.get(origin) ?? openAgent(reach, signal);
  agents.set(origin, agent);
  try {
    return await read(agent, { origin, path: url.pathname + url.search, signal });
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return { kind: "forbidden" };
    return { kind: "no-response", cause: signal.aborted ? "no-response" : causeOf(error) };
  }
}

interface Target {
  readonly origin: string;
  readonly reach: Reach;
}

const loopback = "127.0.0.1";
const ownMachine: Reach = {
  resolve: async () => [loopback],
  isAllowed: (address) => address === loopback,
};

function targetOf({ hostname }: URL, { reach, port, localhostPort }: GuardedHttpOptions): Target {
  if (typeof localhostPort === "number" && hostname.endsWith(".localhost")) {
    return { origin: `http://${hostname}:${localhostPort}`, reach: ownMachine };
  }
  return {
    origin: `https://${hostname}:${port ?? 443}`,
    reach: { resolve: resolvePublic, isAllowed: isPublicAddress, ...reach },
  };
}

function openAgent(reach: Reach, signal: AbortSignal): Agent {
  const { connectTimeoutMs, headerBytesMax, responseBytesMax } = guardedHttpLimits;
  return new Agent({
    connect: guardedConnector(reach, { connectTimeoutMs, signal }),
    connections: 1,
    maxHeaderSize: headerBytesMax,
    maxResponseSize: responseBytesMax,
    pipelining: 1,
  });
}

async function read(
  agent: Agent,
  request: { readonly origin: string; readonly path: string; readonly signal: AbortSignal },
): Promise<GuardedResponse> {
  const headers = { accept: "application/json", "accept-encoding": "identity" };
  const {
    statusCode,
    headers: given,
    body,
  } = await agent.request({ method: "GET", headers, ...request });
  // What is packed can be a thousand times as long as what came.
  if ((given["content-encoding"] ?? "identity") !== "identity") {
    return { kind: "no-response", cause: "unreadable-response" };
  }
  return { kind: "response", status: statusCode, json: readJson(await body.text()) };
}
