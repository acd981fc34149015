import {
  createProviderHttp,
  type ProviderRequest,
  type ProviderResponse,
} from "../../http/provider-http.ts";
import type { ConnectorOptions } from "../connector.ts";
import { callWithToken, createAccessTokens } from "./access-token.ts";
import type { MomoAccount, ProductKeys } from "./settings.ts";

/** One product of the provider, with a token that it renews by itself. */
export interface MomoProduct {
  readonly account: MomoAccount;
  /** `path` is below the product. */
  readonly call: (
    request: ProviderRequest & { readonly left: () => number },
  ) => Promise<ProviderResponse>;
  readonly close: () => Promise<void>;
}

export function openProduct(
  account: MomoAccount,
  { product, subscriptionKey, apiUser, apiKey }: ProductKeys,
  options: ConnectorOptions,
): MomoProduct {
  const http = createProviderHttp({
    ...options,
    baseUrl: account.baseUrl,
    headers: {
      "ocp-apim-subscription-key": subscriptionKey,
      "x-target-environment": account.target,
    },
  });
  const basic = Buffer.from(`${apiUser}:${apiKey}`).toString("base64");
  const tokens = createAccessTokens((timeoutMs) =>
    http.call({
      method: "POST",
      path: `/${product}/token/`,
      headers: { authorization: `Basic ${basic}` },
      timeoutMs,
    }),
  );
  return {
    account,
    call: (request) =>
      callWithToken(http, tokens, { ...request, path: `/${product}${request.path}` }),
    close: () => http.close(),
  };
}
