import type { ApiAnswer } from "@sanu/testing";

/** What a stranger can compare: everything but the request's own id, the clock, and how often he asked. */
export function seenBy(answer: ApiAnswer) {
  const { instance: _instance, ...body } = answer.json();
  const own = /^(?:date|x-request-id|ratelimit.*|connection|keep-alive)$/;
  const headers = Object.entries(answer.headers).filter(([name]) => !own.test(name));
  return { status: answer.status, body, headers, names: Object.keys(answer.headers).toSorted() };
}
