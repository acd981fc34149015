import type { Instant } from "@sanu/kernel";

export type AttemptKind = "collection" | "invoice" | "capture" | "refund" | "send" | "disbursement";

/**
 * open      → nothing is known to have happened yet
 * unknown   → the call may have happened; ask by key
 * accepted  → the provider has it and the outcome is awaited
 * rejected  → definitely not carried out; only now may another attempt be opened
 * settled   → definitely carried out
 */
export type AttemptState = "open" | "unknown" | "accepted" | "rejected" | "settled";

/** What the next step of an attempt depends on; a stored attempt has these and more. */
export interface AttemptSituation {
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  /** Null until a send is prepared; collections and refunds go by the attempt's key. */
  readonly naturalKey: string | null;
  /** The last moment at which the call may have been made, null if it cannot have been. */
  readonly calledAt: Instant | null;
  /** How often the call may have been made. */
  readonly calls: number;
  /** How often the provider was asked since the last call. */
  readonly asks: number;
  /** Somebody, for example a callback, says that asking now is worth it. */
  readonly askWanted: boolean;
  /** The order is no longer wanted: it is not sent again, and each question asks to cancel it. */
  readonly cancelWanted: boolean;
  /** Short code of the last answer that brought nothing; no personal data. */
  readonly lastError: string | null;
  readonly nextAt: Instant | null;
  readonly createdAt: Instant;
  /** The database's clock when the attempt was read. */
  readonly claimedAt: Instant;
  /** When a person was asked to look, null if not yet. */
  readonly reviewedAt: Instant | null;
}
