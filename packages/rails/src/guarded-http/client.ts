import { Agent } from "undici";
import { causeOf, readJson } from "../http/provider-http.ts";
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

/** For addresses that strangers name. `get` never throws, and ends within its time-out whatever they do. */
export interface GuardedHttp {
  readonly get: (
    url: string,
    options?: { readonly timeoutMs?: number },
  ) => Promise<GuardedResponse>;
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
 * repeated, kept open or unpacked. Each call has a connection of its own.
 */
export function createGuardedHttp(options: GuardedHttpOptions = {}): GuardedHttp {
  const { callTimeoutMs = guardedHttpLimits.callTimeoutMs } = options;
  return {
    async get(text, { timeoutMs = callTimeoutMs } = {}) {
      const url = readPublicUrl(text);
      if (url === null) return { kind: "forbidden" };
      const signal = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, callTimeoutMs)));
      const { origin, reach } = targetOf(url, options);
      const agent = openAgent(reach, signal);
      // A request that waits for its connection does not hear the signal.
      signal.addEventListener("abort", () => void agent.destroy(), { once: true });
      try {
        return await read(agent, { origin, path: url.pathname + url.search, signal });
      } catch (error) {
        if (error instanceof ForbiddenAddressError) return { kind: "forbidden" };
        return { kind: "no-response", cause: signal.aborted ? "no-response" : causeOf(error) };
      } finally {
        void agent.destroy();
      }
    },
  };
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
