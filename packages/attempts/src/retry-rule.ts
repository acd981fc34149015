/**
 * What a rail allows when the provider does not know the key of an attempt that may have been called;
 * another key is never allowed while an attempt is not definitely rejected.
 * `resend-same-key`: the provider takes a key once, however often it is sent.
 * `check-status-only`: a second call could move money a second time; a person decides in the end.
 */
export type RetryRule = "resend-same-key" | "check-status-only";

/** By these a provider failed a call itself, or was not even reached: most probably it did nothing. */
const failedCalls: ReadonlySet<string> = new Set([
  "unreachable",
  "provider-fault",
  "provider-busy",
  "not-permitted",
  "untrusted-certificate",
  "node-locked",
  "node-starting",
  "node-closed",
]);

/** The same of what moves nothing at all: then it does not matter where the exchange broke off. */
const outages: ReadonlySet<string> = new Set([
  ...failedCalls,
  "no-response",
  "connection-lost",
  "node-behind",
]);

/** Why a call is not made again, whatever its provider says: what was ordered shall be held. */
export const HOLD_REQUESTED = "hold-requested";

export function isOutage(cause: string | null): boolean {
  return cause !== null && outages.has(cause);
}

export function isFailedCall(callError: string | null): boolean {
  return callError !== null && failedCalls.has(callError);
}
