import type { Agent } from "undici";
import {
  causeOf,
  createProviderHttp,
  openAgent,
  type ProviderHttpOptions,
  type ProviderRequest,
  providerHttpLimits,
} from "../../http/provider-http.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { type LndAnswer, readAnswer, readLine } from "./answer.ts";
import { LongLine, linesOf } from "./lines.ts";

export const lndLimits = {
  callTimeoutMs: providerHttpLimits.callTimeoutMs,
  /** A page of payments bears all their routes. */
  responseBytesMax: 16_777_216,
  streamLineBytesMax: 1_048_576,
  /** A stream that says nothing for so long is taken up anew: it may be dead. */
  streamIdleMs: 60_000,
} as const;

export interface LndClientOptions
  extends Pick<ProviderHttpOptions, "connectTimeoutMs" | "callTimeoutMs" | "onResponse"> {
  readonly url: string;
  /** PEM: who answers has to have it, or one that it signed. */
  readonly certificate: string;
  /** Lower-case hex: says which calls are allowed. */
  readonly macaroon: string;
  readonly streamIdleMs?: number;
}

export type LndRequest = Pick<ProviderRequest, "path" | "body" | "timeoutMs"> & {
  readonly method: "GET" | "POST";
};

export type LndStreamRequest = Omit<LndRequest, "timeoutMs"> & {
  readonly idleMs?: number;
  readonly signal?: AbortSignal;
};

/** Nothing throws for what the node or the network does. */
export interface LndClient {
  readonly call: (request: LndRequest) => Promise<LndAnswer>;
  /**
   * A line for each answer. It ends by itself only where the node ends it in good order; whatever breaks it, and a
   * signal of ours, is a last `unknown`. No header comes before the first line, so silence is no fault until `idleMs`.
   */
  readonly stream: (request: LndStreamRequest) => AsyncGenerator<LndAnswer, void>;
  readonly close: () => Promise<void>;
}

/** lnd over REST, by its own certificate. Source: lightning.engineering/api-docs/api/lnd/rest-endpoints. */
export function createLndClient(options: LndClientOptions): LndClient {
  const { url: baseUrl, certificate: pinned, macaroon, streamIdleMs, ...rest } = options;
  const headers = { "grpc-metadata-macaroon": macaroon };
  const responseBytesMax = lndLimits.responseBytesMax;
  const http = createProviderHttp({ ...rest, baseUrl, headers, pinned, responseBytesMax });
  const agent = openAgent({ ...rest, pinned, responseBytesMax: -1 });
  const idleMs = streamIdleMs ?? lndLimits.streamIdleMs;
  return {
    call: async (request) => readAnswer(await http.call(request)),
    stream: (request) => stream(agent, { baseUrl, headers }, { idleMs, ...request }),
    close: async () => void (await Promise.all([http.close(), agent.destroy()])),
  };
}

interface Reached {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function* stream(
  agent: Agent,
  { baseUrl, headers }: Reached,
  { method, path, body, idleMs, signal }: LndStreamRequest & { readonly idleMs: number },
): AsyncGenerator<LndAnswer, void> {
  const abort = new AbortController();
  const giveUp = () => abort.abort(new DOMException("", "TimeoutError"));
  let idle = setTimeout(giveUp, idleMs);
  const isAlive = () => {
    clearTimeout(idle);
    idle = setTimeout(giveUp, idleMs);
  };
  try {
    const response = await agent.request({
      origin: new URL(baseUrl).origin,
      path: new URL(baseUrl).pathname.replace(/\/$/, "") + path,
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]),
    });
    for await (const line of linesOf(response.body, lndLimits.streamLineBytesMax, isAlive)) {
      clearTimeout(idle);
      yield readLine(response.statusCode, line);
      isAlive();
    }
  } catch (error) {
    yield unknownBecause(error instanceof LongLine ? "unreadable-response" : causeOf(error));
  } finally {
    clearTimeout(idle);
    abort.abort();
  }
}
