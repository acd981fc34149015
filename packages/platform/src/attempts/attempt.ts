import type { Instant } from "@sanu/kernel";

export type AttemptKind = "collection" | "refund" | "send";
export type AttemptState = "open" | "unknown" | "accepted" | "rejected" | "settled";

/** One row of `attempts`: a call that moves money, known by one key for ever. */
export interface Attempt {
  /** Also the key under which the provider knows it, unless the rail has a natural key. */
  readonly attemptId: string;
  /** The payment or payout. */
  readonly subjectId: string;
  readonly attemptNumber: number;
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  readonly naturalKey: string | null;
  /** What `send` needs; names a receiver, so it is dropped at the end. */
  readonly payload: string | null;
  readonly providerReference: string | null;
  /** The last moment at which the call may have been made, null if it cannot have been. */
  readonly calledAt: Instant | null;
  readonly calls: number;
  readonly asks: number;
  readonly askWanted: boolean;
  readonly lastError: string | null;
  readonly nextAt: Instant | null;
  readonly createdAt: Instant;
  readonly reviewedAt: Instant | null;
  /** Grows with every lease; only its holder may write. */
  readonly fence: bigint;
}

export const attemptColumns = `attempt_id as "attemptId", subject_id as "subjectId",
  attempt_number as "attemptNumber", kind, state, natural_key as "naturalKey", payload,
  provider_reference as "providerReference", called_at as "calledAt", calls, asks,
  ask_wanted as "askWanted", last_error as "lastError", next_at as "nextAt",
  created_at as "createdAt", reviewed_at as "reviewedAt", fence`;
