import { Readable } from "node:stream";
import { type Exchange, type HttpCall, headOf, openHttp, readExchange } from "./http-exchange.ts";

export interface Listeners {
  /** Gets each whole exchange. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Gets that of a stream when it is opened, without what is still to come. */
  readonly onStream: (exchange: Exchange) => void;
}

/** `fetch` that trusts one certificate, and tells of each exchange. */
export function demoFetch(
  certificate: string | undefined,
  { onExchange, onStream }: Listeners,
): typeof fetch {
  return async (input, init = {}) => {
    const { body, signal } = init;
    const call: HttpCall = {
      method: init.method === "POST" ? "POST" : "GET",
      url: input instanceof Request ? input.url : String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      certificate,
      ...(typeof body === "string" && { body }),
    };
    const opened = await openHttp(call, signal ?? undefined);
    const { response } = opened;
    const headers = new Headers();
    for (const [name, value = []] of Object.entries(response.headers)) {
      for (const each of [value].flat()) headers.append(name, each);
    }
    const status = response.statusCode ?? 0;
    if (headers.get("content-type")?.startsWith("text/event-stream")) {
      onStream({ ...headOf(opened), tookMs: Date.now() - opened.startedMs });
      const events: unknown = Readable.toWeb(response);
      return new Response(events as ReadableStream, { status, headers });
    }
    const exchange = await readExchange(opened);
    onExchange(exchange);
    return new Response(status === 204 ? null : exchange.response.body, { status, headers });
  };
}
