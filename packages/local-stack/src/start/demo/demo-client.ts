import { readFileSync } from "node:fs";
import { createClient, type SanuClient, SanuProblem } from "@sanu/client";
import { demoFetch } from "./demo-fetch.ts";
import { type Exchange, exchangeHttp } from "./http-exchange.ts";
import { UnexpectedResponseError } from "./read-json.ts";

/** Makes the calls of the demonstration and shows each as it happens. */
export interface DemoClient {
  /** Calls the API and shows each exchange under this name. Throws `UnexpectedResponseError` where it is refused. */
  readonly callApi: <Result>(
    step: string,
    call: (sanu: SanuClient) => Promise<Result>,
  ) => Promise<Result>;
  /** Opens a page or posts its form, also elsewhere. */
  readonly openPage: (step: string, method: "GET" | "POST", url: string) => Promise<string>;
  /** Opens a page without showing it. */
  readonly readPage: (method: "GET" | "POST", url: string) => Promise<Exchange>;
  readonly show: (step: string, exchange: Exchange) => void;
  /** For what is shown in another way than call by call. */
  readonly sanu: SanuClient;
  /** The exchange of the last stream, whose body is still to come. */
  readonly lastStream: () => Exchange | undefined;
}

export interface DemoClientOptions {
  /** With its path, `/api/v1`. */
  readonly apiUrl: string;
  readonly certificateFile: string | undefined;
  readonly show: (step: string, exchange: Exchange) => void;
}

/** Trusts the certificate of the local system alone. `callApi` and `openPage` throw `UnexpectedResponseError`. */
export function createDemoClient({ apiUrl, certificateFile, show }: DemoClientOptions): DemoClient {
  const certificate =
    certificateFile === undefined ? undefined : readFileSync(certificateFile, "utf8");
  let step = "";
  let stream: Exchange | undefined;
  const fetch = demoFetch(certificate, {
    onExchange: (exchange) => show(step, exchange),
    onStream(opened) {
      stream = opened;
    },
  });
  const baseUrl = apiUrl.replace(/\/api\/v1$/, "");
  const sanu = createClient({ baseUrl, language: "en", fetch });
  const readPage = (method: "GET" | "POST", url: string): Promise<Exchange> => {
    const headers = { accept: "text/html, application/json" };
    return exchangeHttp({ method, url, headers, certificate });
  };
  return {
    sanu,
    readPage,
    show,
    lastStream: () => stream,
    async callApi(name, call) {
      step = name;
      try {
        return await call(sanu);
      } catch (error) {
        if (!(error instanceof SanuProblem)) throw error;
        const said = JSON.stringify(error.problem);
        throw new UnexpectedResponseError(
          `${error.operation} was answered with ${error.status}: ${said}`,
        );
      }
    },
    async openPage(name, method, url) {
      const exchange = await readPage(method, url);
      show(name, exchange);
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
