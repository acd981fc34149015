import type { Instant } from "@sanu/kernel";
import type { CommandContext } from "../event-store/events.ts";

export type AttemptKind = "collection" | "invoice" | "capture" | "refund" | "send" | "disbursement";
export type AttemptState = "open" | "unknown" | "accepted" | "rejected" | "settled";

/** One attempt to move money for a payment or payout, as its holder sees it while the lease lasts. */
export interface Attempt {
  /** Also the key under which the provider knows it. */
  readonly attemptId: string;
  /** Payment or payout. */
  readonly subjectId: string;
  readonly attemptNumber: number;
  readonly kind: AttemptKind;
  readonly state: AttemptState;
  /** Payment hash, txid …; null until the send is prepared. */
  readonly naturalKey: string | null;
  /** What a prepared send needs. It may name a receiver: it stays in this table, which can be erased. */
  readonly payload: string | null;
  readonly providerReference: string | null;
  /** The last moment at which the call may have been made; null when it cannot have been. */
  readonly calledAt: Instant | null;
  readonly calls: number;
  readonly asks: number;
  readonly askWanted: boolean;
  readonly cancelWanted: boolean;
  readonly lastError: string | null;
  readonly nextAt: Instant | null;
  readonly reviewedAt: Instant | null;
  readonly createdAt: Instant;
  /** The request that started it all, and its W3C trace context. */
  readonly correlationId: string;
  readonly traceparent: string | null;
  /** The database's clock when the lease was taken: the "now" of every decision about this attempt. */
  readonly claimedAt: Instant;
  /** Every write of the holder names it; it is worth nothing once somebody else has claimed the attempt. */
  readonly fence: bigint;
  /** This process's own monotonic clock right before the lease was taken; 0 where none is held. */
  readonly heldFromMs: number;
  /** How many requests to ask the holder has seen. */
  readonly asksHeard: number;
}

/** How an attempt reads from the table, for `returning` and `select`. */
export const attemptColumns = `
  attempt_id as "attemptId", subject_id as "subjectId", attempt_number as "attemptNumber", kind, state,
  natural_key as "naturalKey", payload, provider_reference as "providerReference",
  called_at as "calledAt", calls, asks, asks_wanted > asks_heard as "askWanted",
  cancel_wanted as "cancelWanted", last_error as "lastError", next_at as "nextAt",
  reviewed_at as "reviewedAt", created_at as "createdAt",
  correlation_id as "correlationId", traceparent, now() as "claimedAt", fence, 0 as "heldFromMs",
  asks_wanted as "asksHeard"`;

/** What to do with an attempt now; decided by a pure function that the service gives. */
export type AttemptStep =
  | { readonly kind: "prepare" | "give-to-review" | "rest" | CallingStep }
  | { readonly kind: "wait-until"; readonly at: Instant };

/** The steps that speak to the provider, or (`withdraw`) end an attempt that never did. */
export type CallingStep = "call" | "resend" | "ask" | "cancel" | "withdraw";

export type AttemptOrder = Pick<Attempt, "attemptId" | "subjectId" | "attemptNumber" | "kind">;

/** An attempt that was just inserted by this process, with a lease on it. */
export function insertedAttempt(
  order: AttemptOrder,
  context: CommandContext,
  now: Instant,
): Attempt {
  return {
    ...order,
    state: "open",
    naturalKey: null,
    payload: null,
    providerReference: null,
    calledAt: null,
    calls: 0,
    asks: 0,
    askWanted: false,
    cancelWanted: false,
    lastError: null,
    nextAt: null,
    reviewedAt: null,
    createdAt: now,
    correlationId: context.correlationId,
    traceparent: context.traceparent ?? null,
    claimedAt: now,
    fence: 1n,
    heldFromMs: performance.now(),
    asksHeard: 0,
  };
}

/** Whether this process has held the attempt ever since it inserted it; the claim of one is always later. */
export function isJustInserted({ createdAt, claimedAt }: Attempt): boolean {
  return createdAt === claimedAt;
}

/** Where the changes come from that an attempt brings. */
export function contextOfAttempt(attempt: Attempt): CommandContext {
  const { correlationId, attemptId, traceparent } = attempt;
  const context = { correlationId, causationId: attemptId };
  return traceparent === null ? context : { ...context, traceparent };
}
