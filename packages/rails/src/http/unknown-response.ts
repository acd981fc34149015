import { type Unknown, type UnknownCause, unknownBecause } from "../ports/call-outcome.ts";

type Unclear =
  | { readonly kind: "response"; readonly status: number; readonly json: unknown }
  | { readonly kind: "no-response"; readonly cause: UnknownCause };

/** For all that is neither an explicit yes nor an explicit no in what the provider documents. */
export function unknownResponse(response: Unclear): Unknown {
  return unknownBecause(causeOf(response));
}

function causeOf(response: Unclear): UnknownCause {
  if (response.kind === "no-response") return response.cause;
  const { status, json } = response;
  if (status >= 500) return "provider-fault";
  if (status === 429) return "provider-busy";
  if (status === 401 || status === 403) return "not-permitted";
  return json === undefined ? "unreadable-response" : "unexpected-response";
}
