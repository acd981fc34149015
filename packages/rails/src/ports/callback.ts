import type { Instant } from "@sanu/kernel";

/** A callback exactly as it came: the raw body, and the headers with lower-case names. */
export interface ProviderCallback {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A hint: the order's status is then read from the provider, and nothing in a callback moves money by itself.
 * `hint` stands for providers that cannot sign: the name may be a stranger's.
 */
export type CallbackReading =
  | ({ readonly kind: "verified" } & CallbackSubject)
  | ({ readonly kind: "hint" } & CallbackSubject)
  | { readonly kind: "rejected"; readonly reason: "bad-signature" | "stale" | "malformed" };

export interface CallbackSubject {
  readonly eventId: string;
  readonly key: string | null;
  readonly providerReference: string | null;
  readonly occurredAt: Instant;
}
