import { SanuProblem } from "../errors/sanu-problem.ts";
import type { Call } from "./call.ts";
import { isProblem, readBody } from "./read-body.ts";
import { retryAfterMsOf } from "./retry-after.ts";

/** What became of one try. */
export type Tried =
  | { readonly kind: "answered"; readonly response: Response; readonly body: unknown }
  | { readonly kind: "refused"; readonly problem: SanuProblem }
  /** No answer of the API came, whole or at all: it may have done what it was asked. */
  | { readonly kind: "broken"; readonly cause: unknown };

export interface Try {
  readonly fetch: typeof fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The body of a success is left for the caller to read. */
  readonly isStream?: boolean;
}

/** Sends a call once. Never throws. */
export async function tryOnce(call: Call, { fetch, ...how }: Try): Promise<Tried> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: { ...call.headers, ...how.headers },
      signal: how.signal,
      // The API never sends anybody elsewhere; who does is no API, and gets no body.
      redirect: "error",
      ...(call.body !== undefined && { body: call.body }),
    });
    if (response.ok && how.isStream) return { kind: "answered", response, body: undefined };
    const body = await readBody(response);
    if (response.ok) return { kind: "answered", response, body };
    return { kind: "refused", problem: problemOf(call, response, body) };
  } catch (cause) {
    return { kind: "broken", cause: how.signal.aborted ? how.signal.reason : cause };
  }
}

function problemOf(call: Call, response: Response, body: unknown): SanuProblem {
  if (!isProblem(body)) throw new Error(`${response.status} from somebody who is not the API`);
  return new SanuProblem(body, {
    operation: call.operation,
    requestId: response.headers.get("x-request-id") ?? call.requestId,
    idempotencyKey: call.idempotencyKey,
    retryAfterMs: retryAfterMsOf(response.headers, Date.now()),
  });
}
