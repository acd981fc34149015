import { SanuUnknownOutcome } from "../errors/sanu-unknown-outcome.ts";
import { SanuUnreachable } from "../errors/sanu-unreachable.ts";
import type { Call } from "./call.ts";
import type { Tried } from "./try-once.ts";

/** Where nobody was spoken to (Node says so; browsers do not tell). */
const neverSent = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Judged before a key is looked at: such a refusal tells nothing of an earlier try. */
const judgedBeforeKey = [401, 403, 429, 503];

/** Refusals of ours after which something may be under way. */
const leavesOpen = ["service-unavailable", "internal-error", "idempotency-in-progress"];

/** Whether a try may have done what was asked, and nobody said so. */
export function mayHaveActed(call: Call, tried: Tried): boolean {
  if (call.isSafe || tried.kind === "answered") return false;
  if (tried.kind === "broken") return !neverSent.includes(codeOf(tried.cause));
  return call.idempotencyKey !== undefined && leavesOpen.includes(tried.problem.code);
}

/** The error to end a call with that had no success. `actedBefore`: an earlier try may have done it. */
export function errorOf(call: Call, tried: Failed, actedBefore: boolean): Error {
  const cause = tried.kind === "refused" ? tried.problem : tried.cause;
  if (mayHaveActed(call, tried)) return new SanuUnknownOutcome(call, cause);
  if (tried.kind === "broken") {
    if (actedBefore) return new SanuUnknownOutcome(call, cause);
    const isGivenUp = call.signal?.aborted && cause instanceof Error;
    return isGivenUp ? cause : new SanuUnreachable(call, cause);
  }
  const saysNothing = judgedBeforeKey.includes(tried.problem.status);
  return actedBefore && saysNothing ? new SanuUnknownOutcome(call, cause) : tried.problem;
}

export type Failed = Exclude<Tried, { readonly kind: "answered" }>;

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}
