import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
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

/** Makes one call over HTTP or HTTPS. Throws when no whole response comes within the time. */
export function exchangeHttp(call: HttpCall): Promise<Exchange> {
  const startedMs = Date.now();
  const body = call.body ?? null;
  const headers = {
    ...call.headers,
    ...(body === null ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  };
  const options = { method: call.method, headers, timeout: stackLimits.demoCallTimeoutMs };
  return new Promise((resolve, reject) => {
    const outgoing = call.url.startsWith("https:")
      ? requestHttps(call.url, {
          ...options,
          ...(call.certificate === undefined ? {} : { ca: call.certificate }),
        })
      : requestHttp(call.url, options);
    outgoing.once("timeout", () => outgoing.destroy(new Error("no response in time")));
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          request: { method: call.method, url: call.url, headers, body },
          response: {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          },
          tookMs: Date.now() - startedMs,
        }),
      );
    });
    outgoing.end(body ?? undefined);
  });
}
