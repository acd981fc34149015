import { createClient, type SanuClient, type SessionStore } from "@sanu/client";
import type { ApiClient } from "./api-client.ts";

type Call = Pick<ApiClient, "call">;
type ApiMethod = Parameters<ApiClient["call"]>[0];

/** What calls become behind the connections of a test's own client of HTTP; its base does not count. */
const baseUrl = "https://behind.example";

/** Our client of the API over a test's connections. It does not tell of streams. */
export function clientOver(api: Call, session?: SessionStore): SanuClient {
  return createClient({
    baseUrl,
    fetch: fetchOver(api),
    ...(session !== undefined && { session }),
  });
}

function fetchOver({ call }: Call): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const { body } = init;
    const response = await call((init.method ?? "GET") as ApiMethod, `${pathname}${search}`, {
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === "string" && { rawBody: body }),
    });
    const headers = new Headers();
    for (const [name, value = []] of Object.entries(response.headers)) {
      for (const each of [value].flat()) headers.append(name, each);
    }
    const { status } = response;
    return new Response(status === 204 ? null : response.text, { status, headers });
  };
}
