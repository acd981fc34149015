/**
 * Only an explicit yes or no of the provider counts: a time-out, a lost connection, a 5xx, a page instead of JSON or a
 * code nobody documented is unknown.
 */
export type CallOutcome<Value, Reason extends string> =
  | { readonly kind: "accepted"; readonly value: Value }
  | { readonly kind: "rejected"; readonly reason: Reason }
  | Unknown;

/** The provider may or may not have acted: ask it by the attempt's key, never call again on a guess. */
export interface Unknown {
  readonly kind: "unknown";
  readonly cause: UnknownCause;
}

/** A short code that is safe in logs and tables. */
export type UnknownCause =
  /** No connection was made, so nothing left this process. */
  | "unreachable"
  | "no-response"
  | "connection-lost"
  | "provider-fault"
  | "provider-busy"
  | "not-permitted"
  | "unreadable-response"
  | "unexpected-response";

export function unknownBecause(cause: UnknownCause): Unknown {
  return { kind: "unknown", cause };
}
