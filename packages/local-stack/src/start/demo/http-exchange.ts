import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { finished } from "node:stream/promises";
import { stackLimits } from "../../limits.ts";

export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly body: string;
  };
  readonly tookMs: number;
}

export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The certificate, in PEM, that the server is trusted by. */
  readonly certificate?: string | undefined;
}

/** A response whose body is still to come. */
export interface OpenExchange {
  readonly call: HttpCall;
  readonly response: IncomingMessage;
  readonly startedMs: number;
}

/** Makes one call over HTTP or HTTPS. Throws when no whole response comes within the time. */
export async function exchangeHttp(call: HttpCall): Promise<Exchange> {
  return readExchange(await openHttp(call));
}

/** Sends a call; done when the head of the response is there. Throws when none comes within the time. */
export function openHttp(call: HttpCall, signal?: AbortSignal): Promise<OpenExchange> {
  const startedMs = Date.now();
  const { body, certificate } = call;
  const headers = {
    ...call.headers,
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
  };
  const options = {
    method: call.method,
    headers,
    timeout: stackLimits.demoCallTimeoutMs,
    ...(signal !== undefined && { signal }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = call.url.startsWith("https:")
      ? requestHttps(call.url, {
          ...options,
          ...(certificate === undefined ? {} : { ca: certificate }),
        })
      : requestHttp(call.url, options);
    outgoing.once("timeout", () => outgoing.destroy(new Error("no response in time")));
    outgoing.once("error", reject);
    outgoing.once("response", (response) => resolve({ call, response, startedMs }));
    outgoing.end(body);
  });
}

/** What is known before the body. */
export function headOf({ call, response }: OpenExchange): Omit<Exchange, "tookMs"> {
  const { method, url, headers = {}, body = null } = call;
  const status = response.statusCode ?? 0;
  return {
    request: { method, url, headers, body },
    response: { status, headers: response.headers, body: "" },
  };
}

/** Waits for the body. Throws when it breaks off. */
export async function readExchange(opened: OpenExchange): Promise<Exchange> {
  const { response: incoming } = opened;
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  await finished(incoming);
  const { request, response } = headOf(opened);
  const body = Buffer.concat(chunks).toString("utf8");
  return { request, response: { ...response, body }, tookMs: Date.now() - opened.startedMs };
}
