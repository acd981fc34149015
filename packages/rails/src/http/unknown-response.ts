import { type Unknown, type UnknownCause, unknownBecause } from "../ports/call-outcome.ts";
import type { ProviderAnswer } from "./provider-http.ts";

/**
 * Everything that is neither an explicit yes nor an explicit no. Each `translate` reads what its provider
 * documents and leaves the rest to this.
 */
export function unknownAnswer(answer: ProviderAnswer): Unknown {
  return unknownBecause(causeOf(answer));
}

function causeOf(answer: ProviderAnswer): UnknownCause {
  if (answer.kind === "no-answer") return answer.cause;
  const { status, json } = answer;
  if (status >= 500) return "provider-fault";
  if (status === 429) return "provider-busy";
  if (status === 401 || status === 403) return "not-permitted";
  return json === undefined ? "unreadable-answer" : "unexpected-answer";
}
