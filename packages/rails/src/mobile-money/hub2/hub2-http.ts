import {
  createProviderHttp,
  type ProviderHttp,
  type ProviderHttpOptions,
  type ProviderResponse,
} from "../../http/provider-http.ts";
import { createListPace } from "./list-pace.ts";

/** Lists may be read twice a minute, by all who share the account. Source: docs.hub2.io/integration/en/policies. */
export interface Hub2Http extends ProviderHttp {
  /** Reads a list; where it is not its turn nothing is sent, as if the provider were busy. */
  readonly search: (path: string, timeoutMs?: number) => Promise<ProviderResponse>;
}

export function createHub2Http({
  listPauseMs: pauseMs,
  ...options
}: ProviderHttpOptions & { readonly listPauseMs: number }): Hub2Http {
  const http = createProviderHttp(options);
  const pace = createListPace({ pauseMs });
  return {
    ...http,
    async search(path, timeoutMs) {
      if (!pace.take()) return { kind: "no-response", cause: "provider-busy" };
      const response = await http.call({ method: "GET", path, timeoutMs });
      if (response.kind === "response" && response.status === 429) pace.wait();
      return response;
    },
  };
}
