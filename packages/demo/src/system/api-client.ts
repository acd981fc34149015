import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";

/** As whom a request is sent. */
export type Caller = { readonly token: string } | { readonly userId: string } | undefined;

export interface Sent {
  readonly as?: Caller;
  readonly body?: object | FormData;
  readonly idempotencyKey?: string;
}

export type Method = "GET" | "POST" | "PUT";

export interface ApiClient {
  /** The body of a good answer. Throws with the answer where it is another; asks again while a service is too busy. */
  readonly send: (method: Method, path: string, of?: Sent) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** JSON that this system's own gateway sent. */
export type Answer = Readonly<Record<string, unknown>>;

export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;

  constructor(what: string, status: number, text: string) {
    super(`${what}: ${status} ${text}`);
    this.status = status;
  }
}

const clientLimits = { connectionsMax: 64, busyPauseMs: 200, busyTimesMax: 100 } as const;

/** A client of the public API of the system in this process. */
export function createApiClient(apiUrl: string): ApiClient {
  const dispatcher = new Agent({ connections: clientLimits.connectionsMax });
  return {
    async send(method, path, of = {}) {
      const { headers, body } = await encoded(of);
      for (let time = 1; ; time += 1) {
        const url = new URL(`/api/v1/${path}`, apiUrl);
        const response = await request(url, { method, dispatcher, headers, body });
        const text = await response.body.text();
        const { statusCode: status } = response;
        if (status < 300) return JSON.parse(text) as Answer;
        if (status !== 503 || time === clientLimits.busyTimesMax) {
          throw new RefusedError(`${method} ${path}`, status, text);
        }
        await wait(clientLimits.busyPauseMs);
      }
    },
    close: () => dispatcher.close(),
  };
}

async function encoded({ as, body, idempotencyKey }: Sent) {
  const base = {
    ...headersOf(as),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  if (body === undefined) return { headers: base, body: null };
  if (body instanceof FormData) {
    const form = new Response(body);
    const type = form.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await form.arrayBuffer());
    return { headers: { ...base, "content-type": type }, body: bytes };
  }
  return { headers: { ...base, "content-type": "application/json" }, body: JSON.stringify(body) };
}

function headersOf(as: Caller): Record<string, string> {
  if (as === undefined) return {};
  return "token" in as
    ? { authorization: `Bearer ${as.token}` }
    : { "x-staging-user-id": as.userId };
}
