import type { ApiResponse } from "@sanu/testing";

/** What a stranger can compare: everything but the request's own id, the clock, and how often he asked. */
export function seenBy(response: ApiResponse) {
  const { instance: _instance, ...body } = response.json();
  const own = /^(?:date|x-request-id|ratelimit.*|connection|keep-alive|set-cookie|sanu-device)$/;
  const headers = Object.entries(response.headers).filter(([name]) => !own.test(name));
  return {
    status: response.status,
    body,
    headers,
    names: Object.keys(response.headers).toSorted(),
  };
}
