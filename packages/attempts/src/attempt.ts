import type { Instant } from "@sanu/kernel";

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
  readonly attemptId: string;
  readonly subjectId: string;
  readonly attemptNumber: number;
  readonly kind: AttemptKind;
}

export interface AttemptSituation {
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  readonly naturalKey: string | null;
  /** The last moment at which the call may have been made; null when it cannot have been. */
  readonly calledAt: Instant | null;
  readonly calls: number;
  readonly statusChecks: number;
  readonly statusCheckRequested: boolean;
  /** It is not sent again, and each status check is a cancellation. */
  readonly cancelRequested: boolean;
  /** Short code of the last response that brought nothing; no personal data. */
  readonly lastError: string | null;
  readonly nextAt: Instant | null;
  readonly createdAt: Instant;
  /** The database's clock when the attempt was read: the "now" of every decision about it. */
  readonly claimedAt: Instant;
  /** Why the last call brought nothing; null where it brought something, or may be under way. */
  readonly callError: string | null;
  /** When the provider last said that it does not know the key. */
  readonly notFoundAt: Instant | null;
  /** A person was asked to look: from here on nothing is called, and status checks go on slowly. */
  readonly reviewedAt: Instant | null;
  /** A person decided the outcome; the state is final, and status checks still look for a contradiction. */
  readonly concludedAt: Instant | null;
  /** The first of an order whose attempts a lost database had: it is only asked about, and a person says what became of all of them. */
  readonly isMaybeSent: boolean;
}

/** How an attempt begins: nobody was called or asked, and nobody has looked. */
export const untouched = {
  state: "open",
  naturalKey: null,
  calledAt: null,
  calls: 0,
  statusChecks: 0,
  statusCheckRequested: false,
  cancelRequested: false,
  lastError: null,
  nextAt: null,
  callError: null,
  notFoundAt: null,
  reviewedAt: null,
  concludedAt: null,
  isMaybeSent: false,
} as const satisfies Partial<AttemptSituation>;

/** Whether something has to be stored before the call: an invoice, or a signed transaction. */
export function needsPreparation(kind: AttemptKind): boolean {
  return kind === "send";
}

/** Whether nothing is called any more; its status is still checked, for what the provider may say late. */
export function isFinal({ state }: { readonly state: AttemptState }): boolean {
  return state === "rejected" || state === "settled";
}

/** Whether money leaves us by it: then a mistake cannot be taken back. */
export function movesMoneyOut(kind: AttemptKind): boolean {
  return kind === "refund" || kind === "send" || kind === "disbursement";
}
