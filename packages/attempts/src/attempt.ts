import type { Instant } from "@sanu/kernel";

/** What an attempt moves, or makes ready to be moved. */
export type AttemptKind = "collection" | "invoice" | "capture" | "refund" | "send" | "disbursement";

/**
 * open      → nothing is known to have happened yet
 * unknown   → the call may have happened; its status is checked by key
 * accepted  → the provider has it and the outcome is awaited
 * rejected  → definitely not carried out; only now may another attempt be opened
 * settled   → definitely carried out
 */
export type AttemptState = "open" | "unknown" | "accepted" | "rejected" | "settled";

export interface AttemptOrder {
  /** Also the key under which the provider knows it. */
  readonly attemptId: string;
  readonly subjectId: string;
  /** From 1; another one is opened only behind a definite rejection. */
  readonly attemptNumber: number;
  readonly kind: AttemptKind;
}

/** What the next step of an attempt depends on; a stored attempt has these and more. */
export interface AttemptSituation {
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  /** Null until a send is prepared; all other kinds go by the attempt's key. */
  readonly naturalKey: string | null;
  /** The last moment at which the call may have been made; null when it cannot have been. */
  readonly calledAt: Instant | null;
  readonly calls: number;
  readonly statusChecks: number;
  /** Somebody, for example a callback, says that checking now is worth it. */
  readonly statusCheckRequested: boolean;
  /** The order is no longer wanted: it is not sent again, and each status check is a cancellation. */
  readonly cancelRequested: boolean;
  /** Short code of the last response that brought nothing; no personal data. */
  readonly lastError: string | null;
  readonly nextAt: Instant | null;
  readonly createdAt: Instant;
  /** The database's clock when the attempt was read: the "now" of every decision about it. */
  readonly claimedAt: Instant;
  readonly reviewedAt: Instant | null;
}

/** Whether something must be fetched or built, and stored, before the call. */
export function needsPreparation(kind: AttemptKind): boolean {
  return kind === "send";
}

export function isFinal({ state }: { readonly state: AttemptState }): boolean {
  return state === "rejected" || state === "settled";
}

/** Whether what an attempt moved cannot be got back. */
export function movesMoneyOut(kind: AttemptKind): boolean {
  return kind === "refund" || kind === "send" || kind === "disbursement";
}
