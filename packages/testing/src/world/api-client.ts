import { Agent, request } from "undici";

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  readonly json: <Body = Record<string, unknown>>() => Body;
}

export interface ApiCall {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, with whatever content type the headers say. */
  readonly rawBody?: string | Uint8Array;
}

export interface ApiClient {
  readonly call: (
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "OPTIONS",
    path: string,
    call?: ApiCall,
  ) => Promise<ApiResponse>;
  readonly close: () => Promise<void>;
  /** Breaks every connection at once; calls under way fail. */
  readonly destroy: () => Promise<void>;
}

const clientLimits = { connectionsMax: 256, headersTimeoutMs: 30_000 } as const;

/**
 * A client of the public API over HTTPS that accepts the self-signed certificate of a test system. It comes from one
 * address of this machine, or goes to new connections soon, where that is wanted.
 */
export function createApiClient(
  baseUrl: string,
  localAddress?: string,
  connections: Pick<Agent.Options, "maxRequestsPerClient" | "keepAliveMaxTimeout"> = {},
): ApiClient {
  const agent = new Agent({
    ...connections,
    ...(localAddress === undefined ? {} : { localAddress }),
    connect: { rejectUnauthorized: false },
    connections: clientLimits.connectionsMax,
    headersTimeout: clientLimits.headersTimeoutMs,
  });
  return {
    async call(method, path, call = {}) {
      const body = call.rawBody ?? (call.body === undefined ? null : JSON.stringify(call.body));
      const response = await request(new URL(path, baseUrl), {
        method,
        dispatcher: agent,
        headers: {
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
          ...call.headers,
        },
        body,
      });
      const text = await response.body.text();
      return {
        status: response.statusCode,
        headers: response.headers,
        text,
        json: <Body>() => JSON.parse(text) as Body,
      };
    },
    close: () => agent.close(),
    destroy: () => agent.destroy(),
  };
}
