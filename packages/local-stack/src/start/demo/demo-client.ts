import { type Exchange, exchangeHttp } from "./http-exchange.ts";
import { UnexpectedResponseError } from "./read-json.ts";

/** Makes the calls of the demonstration and shows each as it happens. */
export interface DemoClient {
  /** Calls the API. Throws `UnexpectedResponseError` when the status is not the expected one. */
  readonly callApi: (step: string, call: ApiCall) => Promise<string>;
  /** Opens a page or posts its form, also elsewhere. */
  readonly openPage: (step: string, method: "GET" | "POST", url: string) => Promise<string>;
  /** Calls the API without showing it. */
  readonly read: (call: ApiCall) => Promise<Exchange>;
  /** Opens a page without showing it. */
  readonly readPage: (method: "GET" | "POST", url: string) => Promise<Exchange>;
  readonly show: (step: string, exchange: Exchange) => void;
}

export interface ApiCall {
  readonly method: "GET" | "POST";
  /** Below `/api/v1`. */
  readonly path: string;
  readonly status: number;
  readonly token?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DemoClientOptions {
  readonly apiUrl: string;
  readonly certificate: string | undefined;
  readonly show: (step: string, exchange: Exchange) => void;
}

/** Trusts the certificate of the local system alone. `callApi` and `openPage` throw `UnexpectedResponseError`. */
export function createDemoClient(options: DemoClientOptions): DemoClient {
  const { certificate } = options;
  const read = (call: ApiCall): Promise<Exchange> =>
    exchangeHttp({
      method: call.method,
      url: `${options.apiUrl}${call.path}`,
      headers: headersOf(call),
      certificate,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
  const readPage = (method: "GET" | "POST", url: string): Promise<Exchange> =>
    exchangeHttp({
      method,
      url,
      headers: { accept: "text/html, application/json" },
      certificate,
    });
  return {
    read,
    readPage,
    show: options.show,
    callApi: async (step, call) => {
      const exchange = await read(call);
      options.show(step, exchange);
      return bodyWith(exchange, call.status);
    },
    openPage: async (step, method, url) => {
      const exchange = await readPage(method, url);
      options.show(step, exchange);
      return bodyWith(exchange, 200);
    },
  };
}

/** The body of a response that has the expected status. Throws `UnexpectedResponseError` otherwise. */
export function bodyWith(exchange: Exchange, status: number): string {
  const { request, response } = exchange;
  if (response.status === status) return response.body;
  throw new UnexpectedResponseError(
    `${request.method} ${request.url} was answered with ${response.status}, not ${status}: ${response.body}`,
  );
}

function headersOf(call: ApiCall): Readonly<Record<string, string>> {
  return {
    accept: "application/json",
    "accept-language": "en",
    ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    ...call.headers,
  };
}
