/**
 * What a rail allows when the provider says that it does not know the key of an attempt that may have
 * been called. Another key is never allowed while an attempt is not definitely rejected.
 *
 * `resend-same-key`: the provider takes a key once, however often it is sent, so sending it again is safe.
 * `check-status-only`: a second call could collect or pay a second time; a person decides in the end.
 */
export type RetryRule = "resend-same-key" | "check-status-only";
